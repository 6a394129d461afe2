package dev.mayfly.face.mongo.language;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Values a filter compares with, as BSON bytes, because bytes compare with bytes without building anything. */
final class Operand {
    private static final BsonDocumentCodec CODEC = new BsonDocumentCodec();

    private Operand() {}

    static View of(BsonValue value) {
        BasicOutputBuffer out = new BasicOutputBuffer();
        CODEC.encode(
                new BsonBinaryWriter(out),
                new BsonDocument("", value),
                EncoderContext.builder().build());
        View view = BsonView.of(out.toByteArray()).field("");
        if (view == null) {
            throw new IllegalStateException("the operand was not encoded");
        }
        return view;
    }
}
