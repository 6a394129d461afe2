package dev.mayfly.face.mongo.wire;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.mayfly.base.document.BsonValidator;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.face.transport.connection.FrameRefusedException;

/**
 * Feeds the readers whatever a fuzzer makes up; only the declared exceptions may come out.
 *
 * <p>The corpus stands in the resources and is run with every build. With JAZZER_FUZZ=1 in the environment one of these
 * methods at a time searches for more.
 */
final class WireFuzzTest {
    @FuzzTest
    void bson(byte[] bytes) {
        try {
            BsonValidator.validate(bytes, 0, bytes.length, BsonValidator.DEPTH_MAX);
        } catch (MalformedDocumentException _) {
            return;
        }
        BsonView.of(bytes).toBsonValue();
    }

    @FuzzTest
    void opMsg(byte[] bytes) {
        read(bytes, OpCode.MSG);
    }

    @FuzzTest
    void opQuery(byte[] bytes) {
        read(bytes, OpCode.QUERY);
    }

    @FuzzTest
    void opCompressed(byte[] bytes) {
        read(bytes, OpCode.COMPRESSED);
    }

    /** Takes the bytes for what follows the header. */
    private static void read(byte[] bytes, int opCode) {
        WireReading.read(Frames.frame(1, opCode, bytes));
    }

    /** Reads a frame as the face does, and everything in it. */
    static final class WireReading {
        private WireReading() {}

        /** Answers whether it was a message. */
        static boolean read(byte[] frame) {
            try {
                WireMessage message = MessageReader.read(frame);
                message.body().toBsonValue();
                message.sequences().forEach(sequence -> sequence.documents().forEach(BsonView::toBsonValue));
                return true;
            } catch (FrameRefusedException | InvalidMessageException _) {
                return false;
            }
        }
    }
}
