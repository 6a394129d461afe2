package dev.mayfly.base.document;

import java.nio.ByteBuffer;
import org.bson.BsonArray;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonArrayCodec;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.BsonValueCodecProvider;
import org.bson.codecs.Codec;
import org.bson.codecs.DecoderContext;
import org.bson.codecs.EncoderContext;
import org.bson.codecs.configuration.CodecProvider;
import org.bson.codecs.configuration.CodecRegistries;
import org.bson.codecs.configuration.CodecRegistry;
import org.bson.io.BasicOutputBuffer;
import org.bson.io.BsonOutput;

/** Writes trees as BSON bytes, and reads them; arrays may be of any class, where the library knows only its own. */
public final class BsonEncoding {
    private static final BsonDocumentCodec CODEC =
            new BsonDocumentCodec(CodecRegistries.fromProviders(new BsonValueCodecProvider(), new ArrayCodecs()));

    private BsonEncoding() {}

    public static byte[] encode(BsonDocument document) {
        try (BasicOutputBuffer buffer = new BasicOutputBuffer();
                BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            CODEC.encode(writer, document, EncoderContext.builder().build());
            return buffer.toByteArray();
        }
    }

    /** Writes a tree to an output that stays open. */
    public static void encode(BsonDocument document, BsonOutput output) {
        try (BsonBinaryWriter writer = new BsonBinaryWriter(output)) {
            CODEC.encode(writer, document, EncoderContext.builder().build());
        }
    }

    public static BsonDocument decode(byte[] bytes) {
        try (BsonBinaryReader reader = new BsonBinaryReader(ByteBuffer.wrap(bytes))) {
            return CODEC.decode(reader, DecoderContext.builder().build());
        }
    }

    private static final class ArrayCodecs implements CodecProvider {
        @Override
        @SuppressWarnings({"unchecked", "NullAway"}) // Null is how a provider says that it has no codec.
        public <T> Codec<T> get(Class<T> type, CodecRegistry registry) {
            return BsonArray.class.isAssignableFrom(type) ? (Codec<T>) new BsonArrayCodec(registry) : null;
        }
    }
}
