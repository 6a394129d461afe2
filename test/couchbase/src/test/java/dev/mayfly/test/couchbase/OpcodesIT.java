package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.test.couchbase.Wire.Answer;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every opcode that the page lists is answered as it says. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class OpcodesIT {
    private static final int LAST = 0x7ead;

    @Test
    void opcodesAreAnsweredAsThePageSays(CouchbaseEndpoint endpoint) {
        List<String> wrong = new ArrayList<>();
        try (Wire wire = Wire.open(endpoint.kvPort(), endpoint.user(), endpoint.password(), "default")) {
            for (OpcodeTour.Entry entry : OpcodeTour.all()) {
                int status = ask(wire, entry.frame());
                if (status != entry.status()) {
                    wrong.add(String.format("%s: 0x%02x", entry.name(), status));
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    /** The status of the first answer, or that there was none before that of another request. */
    private static int ask(Wire wire, Frame frame) {
        wire.write(frame.opaque(1).bytes());
        wire.write(Frame.of(Frame.NOOP).vbucket(0).opaque(LAST).bytes());
        int status = OpcodeTour.SILENT;
        for (Answer answer = wire.read(); answer.opaque() != LAST; answer = wire.read()) {
            if (status == OpcodeTour.SILENT) {
                status = answer.status();
            }
        }
        return status;
    }
}
