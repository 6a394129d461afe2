package dev.mayfly.face.couchbase.subdoc;

import com.code_intelligence.jazzer.junit.FuzzTest;
import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.MalformedDocumentException;
import java.util.Arrays;

/** Whatever the path and the value, JSON stays JSON and nothing is thrown. */
final class PathEditFuzzTest {
    /** Takes the bytes for an opcode and flags, the lengths of path and value, path, value, document. */
    @FuzzTest
    void jsonStaysJson(byte[] bytes) {
        if (bytes.length < 4) {
            return;
        }
        SubOpcode opcode = SubOpcode.of(0xc5 + (bytes[0] & 15));
        int path = Math.min(4 + (bytes[2] & 0xff), bytes.length);
        int value = Math.min(path + (bytes[3] & 0xff), bytes.length);
        byte[] document = Arrays.copyOfRange(bytes, value, bytes.length);
        if (opcode == null || !isJson(document)) {
            return;
        }
        EditResult edited = PathEdit.run(
                opcode,
                document,
                Arrays.copyOfRange(bytes, 4, path),
                Arrays.copyOfRange(bytes, path, value),
                (bytes[1] & 1) != 0);
        if (!isJson(edited.text())) {
            throw new AssertionError(opcode + " has made something else of JSON");
        }
    }

    private static boolean isJson(byte[] text) {
        try {
            JsonValidator.validate(text, 0, text.length, JsonValidator.DEPTH_MAX);
            return true;
        } catch (MalformedDocumentException _) {
            return false;
        }
    }
}
