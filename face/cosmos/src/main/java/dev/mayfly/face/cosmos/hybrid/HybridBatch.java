package dev.mayfly.face.cosmos.hybrid;

import dev.mayfly.face.cosmos.error.CosmosException;
import java.util.ArrayList;
import java.util.List;

/** Reads and writes batches in the binary format. */
public final class HybridBatch {
    private HybridBatch() {}

    /** Returns true if this body is in the binary format; JSON never begins this way. */
    public static boolean isHybrid(byte[] body) {
        return body.length > 0 && body[0] == Schema.VERSION;
    }

    /** @throws CosmosException 400 when the bytes are no batch */
    public static List<HybridOperation> decode(byte[] body) {
        List<HybridOperation> operations = new ArrayList<>();
        RecordReader records = new RecordReader(body);
        while (records.next()) {
            operations.add(OperationRow.read(records.row()));
        }
        return operations;
    }

    /** The body of an answer, one record for each operation of the request. */
    public static byte[] encode(List<HybridResult> results) {
        RowWriter out = new RowWriter();
        RecordWriter.segment(out);
        for (HybridResult result : results) {
            RecordWriter.record(out, ResultRow.write(result));
        }
        return out.toByteArray();
    }

    static CosmosException malformed(String what) {
        return CosmosException.badRequest("The batch is malformed: " + what + ".");
    }
}
