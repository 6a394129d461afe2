package dev.mayfly.face.mongo.admin;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.face.api.FaceRefusal;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The modification that gives a document of the mongo face another lifetime, by the only rule that it lives under. */
final class MongoTouch {
    private static final long MILLIS = 1_000;

    private MongoTouch() {}

    static BsonValue of(CollectionRecord record, Lifetime lifetime, long now) {
        List<Rule> rules = record.policy().current().rules();
        if (rules.isEmpty()) {
            throw FaceRefusal.conflict("no TTL index lets documents of this collection expire");
        }
        if (rules.size() > 1) {
            throw FaceRefusal.conflict(
                    "several TTL indexes let documents of this collection expire; write the field of the one you mean");
        }
        return switch (rules.getFirst()) {
            case Rule.Field field -> field(record, field, lifetime, now);
            case Rule.Modified _ -> own(lifetime, now);
            case Rule.Absolute _ -> throw FaceRefusal.conflict("documents of mongo have no end of their own");
        };
    }

    /** Sets the date that the rule counts from, so that it comes to the deadline asked for. */
    private static BsonValue field(CollectionRecord record, Rule.Field rule, Lifetime lifetime, long now) {
        String path = record.queue(rule.queue())
                .map(QueueDefinition::path)
                .map(FieldPath::dotted)
                .orElseThrow(() -> FaceRefusal.conflict("the TTL index is being dropped"));
        if (path.equals("_id")) {
            throw FaceRefusal.conflict("documents of this collection expire by their _id, which never changes");
        }
        long deadline = switch (lifetime) {
            case Lifetime.Inherit _ ->
                throw FaceRefusal.conflict("the rule counts from the date in \"" + path
                        + "\", so there is nothing to inherit; say a duration, an instant or forever");
            case Lifetime.Forever _ -> Deadlines.NO_DEADLINE;
            case Lifetime.For span -> Deadlines.plus(now, Deadlines.secondsToMillis(span.seconds()));
            case Lifetime.Until(long end) -> end;
        };
        if (deadline == Deadlines.NO_DEADLINE) {
            return new BsonDocument("$unset", new BsonDocument(path, new BsonString("")));
        }
        long date = deadline - Deadlines.secondsToMillis(rule.afterSeconds());
        return new BsonDocument("$set", new BsonDocument(path, new BsonDateTime(date)));
    }

    /** Sets the root {@code ttl}, and where the document brings a date {@code _ts} of its own, that too. */
    private static BsonValue own(Lifetime lifetime, long now) {
        BsonValue ttl = switch (lifetime) {
            case Lifetime.Inherit _ -> new BsonString("$$REMOVE");
            case Lifetime.Forever _ -> new BsonInt64(-1);
            case Lifetime.For span -> new BsonInt64(span.seconds());
            case Lifetime.Until(long end) -> new BsonInt64(Math.max(1, Math.ceilDiv(end - now, MILLIS)));
        };
        BsonDocument isDate = new BsonDocument(
                "$eq",
                new BsonArray(List.of(new BsonDocument("$type", new BsonString("$_ts")), new BsonString("date"))));
        BsonDocument base = new BsonDocument(
                "$cond", new BsonArray(List.of(isDate, new BsonDateTime(now), new BsonString("$_ts"))));
        return new BsonArray(List.of(new BsonDocument("$set", new BsonDocument("ttl", ttl).append("_ts", base))));
    }
}
