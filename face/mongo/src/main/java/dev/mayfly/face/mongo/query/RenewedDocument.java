package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.FaceForms.Renewal;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Rule;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A document with another lifetime, told where this face's clients tell it: the rule over the last write reads the root
 * field {@code ttl}, and a rule over a field reads its dates.
 */
final class RenewedDocument {
    private static final long MILLIS = 1_000;
    private static final String TTL = "ttl";
    private static final String TS = "_ts";
    private static final String ID = "_id";

    private final Renewal asked;
    private final BsonDocument body;
    private Lifetime lifetime;

    private RenewedDocument(Renewal asked) {
        this.asked = asked;
        this.body = BsonEncoding.decode(asked.body());
        this.lifetime = asked.stamp().lifetime();
    }

    /** Returns null where a rule is over the {@code _id}, which never changes. */
    static Decision.@Nullable Put of(Renewal asked) {
        RenewedDocument renewed = new RenewedDocument(asked);
        for (Rule rule : asked.record().policy().current().rules()) {
            boolean said = switch (rule) {
                case Rule.Modified _ -> renewed.setTtl();
                case Rule.Field field -> renewed.setDates(field);
                case Rule.Absolute _ -> true;
            };
            if (!said) {
                return null;
            }
        }
        byte[] body = BsonEncoding.encode(renewed.body);
        return new Decision.Put(body, renewed.lifetime, asked.stamp().face());
    }

    private boolean setTtl() {
        switch (asked.lifetime()) {
            case Lifetime.Inherit inherit -> {
                body.remove(TTL);
                lifetime = inherit;
            }
            case Lifetime.Forever forever -> {
                body.put(TTL, new BsonInt32(-1));
                lifetime = forever;
            }
            case Lifetime.For _, Lifetime.Until _ -> {
                int seconds = secondsFromBase();
                body.put(TTL, new BsonInt32(seconds));
                lifetime = new Lifetime.For(seconds);
            }
        }
        return true;
    }

    /** Seconds count from a date {@code _ts} of the document's own if it has one, else from this write. */
    private int secondsFromBase() {
        BsonValue ts = body.get(TS);
        long base = ts instanceof BsonDateTime date ? date.getValue() : asked.now();
        long seconds = Math.ceilDiv(Deadlines.plus(asked.deadline(), -base), MILLIS);
        return Math.clamp(seconds, 1, Integer.MAX_VALUE);
    }

    /** Moves the dates that let it die too early, or takes them out if it is to live forever. */
    private boolean setDates(Rule.Field rule) {
        Optional<FieldPath> path = asked.record().queue(rule.queue()).map(QueueDefinition::path);
        if (asked.lifetime() instanceof Lifetime.Inherit || path.isEmpty()) {
            return true;
        }
        if (path.get().names().getFirst().equals(ID)) {
            return false;
        }
        boolean forever = asked.lifetime() instanceof Lifetime.Forever;
        long least = forever
                ? Deadlines.NO_DEADLINE
                : Deadlines.plus(asked.deadline(), -Deadlines.secondsToMillis(rule.afterSeconds()));
        moveBelow(body, path.get(), 0, least);
        return true;
    }

    private static void moveBelow(BsonDocument object, FieldPath path, int depth, long least) {
        String name = path.names().get(depth);
        BsonValue value = object.get(name);
        if (value == null) {
            return;
        }
        BsonValue moved = moved(value, path, depth + 1, least);
        if (moved == null) {
            object.remove(name);
        } else {
            object.put(name, moved);
        }
    }

    /** Null for a date that is to go. */
    private static @Nullable BsonValue moved(BsonValue value, FieldPath path, int depth, long least) {
        boolean last = depth == path.names().size();
        switch (value) {
            case BsonDateTime date
            when last && date.getValue() < least -> {
                return least == Deadlines.NO_DEADLINE ? null : new BsonDateTime(least);
            }
            case BsonDocument object when !last -> moveBelow(object, path, depth, least);
            case BsonArray array
            when last -> {
                BsonArray kept = new BsonArray();
                for (BsonValue element : array) {
                    BsonValue moved = element.isDateTime() ? moved(element, path, depth, least) : element;
                    if (moved != null) {
                        kept.add(moved);
                    }
                }
                return kept;
            }
            case BsonArray array -> moveInElements(array, path, depth, least);
            default -> {}
        }
        return value;
    }

    /** As an index sees an array on the way: by its documents, and by the element at a position. */
    private static void moveInElements(BsonArray array, FieldPath path, int depth, long least) {
        int position = path.position(depth);
        for (int at = array.size() - 1; at >= 0; at--) {
            BsonValue element = array.get(at);
            if (element.isDocument()) {
                moveBelow(element.asDocument(), path, depth, least);
            }
            if (at == position) {
                BsonValue moved = moved(element, path, depth + 1, least);
                if (moved == null) {
                    array.remove(at);
                } else {
                    array.set(at, moved);
                }
            }
        }
    }
}
