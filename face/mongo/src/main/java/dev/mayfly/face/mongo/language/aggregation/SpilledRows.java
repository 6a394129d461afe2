package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.query.ExternalSort;
import java.nio.ByteBuffer;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;

/** Documents of a pipeline as they are put on the disk. */
final class SpilledRows implements ExternalSort.Codec<BsonDocument> {
    static final SpilledRows CODEC = new SpilledRows();

    private static final BsonDocumentCodec DOCUMENTS = new BsonDocumentCodec();

    private SpilledRows() {}

    @Override
    public byte[] encode(BsonDocument row) {
        return BsonEncoding.encode(row);
    }

    @Override
    public BsonDocument decode(byte[] bytes) {
        try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(bytes))) {
            return DOCUMENTS.decode(reader, DecoderContext.builder().build());
        }
    }
}
