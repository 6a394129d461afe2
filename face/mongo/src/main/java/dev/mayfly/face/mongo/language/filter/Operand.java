package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Values a filter compares with, as BSON bytes, because bytes compare with bytes without building anything. */
final class Operand {
    private Operand() {}

    static View of(BsonValue value) {
        View view =
                BsonView.of(BsonEncoding.encode(new BsonDocument("", value))).field("");
        if (view == null) {
            throw new IllegalStateException("the operand was not encoded");
        }
        return view;
    }
}
