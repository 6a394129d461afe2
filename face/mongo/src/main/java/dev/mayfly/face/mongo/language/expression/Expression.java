package dev.mayfly.face.mongo.language.expression;

import dev.mayfly.base.document.View;
import org.bson.BsonValue;

/** A compiled expression. Immutable and safe for concurrent use. */
public interface Expression {
    /** The value for this document; {@code BsonUndefined} where MongoDB says "missing". */
    BsonValue evaluate(View root, Variables variables);
}
