package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.CollationSpec;
import org.bson.BsonDocument;

/**
 * The condition that documents must meet to be in a partial index, as the engine keeps it.
 *
 * @param collation of the index, by which the condition compares texts
 */
public record PartialFilter(BsonDocument filter, Collation collation) {
    /** No condition begins with these names, so that one that compares by bytes is kept as it is. */
    private static final String FILTER = "$filter";

    private static final String COLLATION = "$collation";

    byte[] encode() {
        return BsonEncoding.encode(
                collation.isSimple() ? filter : new BsonDocument(FILTER, filter).append(COLLATION, collation.spec()));
    }

    public static PartialFilter decode(byte[] kept) {
        BsonDocument document = BsonEncoding.decode(kept);
        return document.containsKey(FILTER)
                ? new PartialFilter(document.getDocument(FILTER), CollationSpec.kept(document.getDocument(COLLATION)))
                : new PartialFilter(document, Collation.SIMPLE);
    }

    public MongoFilter compile() {
        return FilterCompiler.compile(filter, Variables.NONE.withCollation(collation));
    }
}
