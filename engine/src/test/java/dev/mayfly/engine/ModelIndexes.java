package dev.mayfly.engine;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.schema.IndexRequest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalLong;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;

/** The indexes that a random history makes and drops, and what each should hold. */
enum ModelIndexes {
    A("a", false, false, false),
    A_DESCENDING_P("a", false, false, false),
    A_PARTIAL("a", false, false, true),
    U_UNIQUE("u", true, true, false),
    U_UNIQUE_PARTIAL("u", true, true, true),
    AT("at", false, false, false),
    AT_TTL("at", false, false, false),
    UNTIL_TTL_PARTIAL("until", false, false, true),
    TS("_ts", false, false, false);

    /** Sorts where an empty array does. */
    private static final int UNDEFINED = -2_000_000;

    /** Sorts where a missing field does. */
    private static final int NULL = -1_000_000;

    static final byte[] PARTIAL = BsonEncoding.encode(new BsonDocument("p", new BsonInt32(1)));

    private final String field;
    private final boolean unique;
    private final boolean sparse;
    private final boolean partial;

    ModelIndexes(String field, boolean unique, boolean sparse, boolean partial) {
        this.field = field;
        // Values are not unique across shards.
        this.unique = unique && TestShards.NUMBER == 1;
        this.sparse = sparse;
        this.partial = partial;
    }

    boolean isUnique() {
        return unique;
    }

    /** Returns true if it orders documents by numbers, so that the model knows what a scan gives. */
    boolean isScanned() {
        return field.equals("a") || field.equals("u");
    }

    boolean carriesRule() {
        return this == AT_TTL || this == UNTIL_TTL_PARTIAL || this == TS;
    }

    IndexRequest request(long seconds, boolean withoutDefault) {
        IndexRequest.TtlRule rule = switch (this) {
            case AT_TTL, UNTIL_TTL_PARTIAL -> new IndexRequest.TtlRule.OverField(FieldPath.of(field), seconds);
            case TS ->
                new IndexRequest.TtlRule.OverModified(withoutDefault ? OptionalLong.empty() : OptionalLong.of(seconds));
            default -> null;
        };
        List<KeyPart> parts = this == A_DESCENDING_P
                ? List.of(KeyPart.descending("a"), KeyPart.ascending("p"))
                : List.of(KeyPart.ascending(field));
        return new IndexRequest(
                name(),
                this == TS ? IndexDefinition.Kind.LIFETIME : IndexDefinition.Kind.ORDERED,
                parts,
                unique,
                sparse,
                false,
                partial ? PARTIAL : IndexDefinition.NO_BYTES,
                IndexDefinition.NO_BYTES,
                rule);
    }

    ModelPolicy.Rule rule(long seconds, boolean withoutDefault) {
        return this == TS
                ? new ModelPolicy.Rule.Modified(withoutDefault ? null : seconds)
                : new ModelPolicy.Rule.Field(name(), field, partial, seconds);
    }

    /** The values of a document in this index, in no order. */
    List<Integer> values(ModelDocument document) {
        if (partial && document.fields.p() != 1) {
            return List.of();
        }
        List<Integer> numbers = field.equals("a") ? document.fields.a() : document.fields.u();
        if (numbers == null) {
            return sparse ? List.of() : List.of(NULL);
        }
        return numbers.isEmpty() ? List.of(UNDEFINED) : numbers;
    }

    /** One value that a document has in an index. */
    record Place(int value, int p, ModelDocument document) {}

    /** The keys that a walk over the whole index gives, or over a range of values. */
    List<Integer> walk(List<ModelDocument> live, boolean backward, @Nullable Integer from, @Nullable Integer until) {
        List<Place> places = new ArrayList<>();
        for (ModelDocument document : live) {
            for (int value : values(document)) {
                if ((from == null || value >= from) && (until == null || value < until)) {
                    places.add(new Place(value, document.fields.p(), document));
                }
            }
        }
        Comparator<Place> order = Comparator.comparingInt(Place::value);
        if (this == A_DESCENDING_P) {
            order = order.reversed().thenComparingInt(Place::p);
        }
        order = order.thenComparingInt(place -> place.document().key);
        places.sort(backward ? order.reversed() : order);
        return places.stream().map(place -> place.document().key).distinct().toList();
    }
}
