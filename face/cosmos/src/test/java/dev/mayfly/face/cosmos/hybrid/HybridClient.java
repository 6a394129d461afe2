package dev.mayfly.face.cosmos.hybrid;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.JsonFields;
import dev.mayfly.base.document.JsonView;
import java.util.List;

/** Speaks the binary format as the .NET SDK does: batches in JSON become requests, answers become lines. */
public final class HybridClient {
    private static final List<String> TYPES = List.of("Create", "Patch", "Read", "", "Delete", "Replace");
    private static final int UPSERT = 20;
    private static final int DOCUMENT = 2;

    private HybridClient() {}

    /** The request for a batch that is written as JSON has it. */
    public static byte[] request(String json) {
        RowWriter out = new RowWriter();
        RecordWriter.segment(out);
        JsonFields operations = JsonView.of(json.getBytes(UTF_8)).fields();
        while (operations.next()) {
            RecordWriter.record(out, row(operations.value()));
        }
        return out.toByteArray();
    }

    private static byte[] row(JsonView operation) {
        JsonView partitionKey = operation.field("partitionKey");
        JsonView id = operation.field("id");
        JsonView body = operation.field("resourceBody");
        int bits = 0b11 | (partitionKey == null ? 0 : 1 << 2) | (id == null ? 0 : 1 << 4) | (body == null ? 0 : 1 << 6);
        RowWriter out = new RowWriter().schema(Schema.OPERATION).put(bits);
        JsonView type = operation.field("operationType");
        int code = type == null ? -1 : TYPES.indexOf(type.stringValue());
        out.putInt(code < 0 ? UPSERT : code).putInt(DOCUMENT);
        if (partitionKey != null) {
            out.putText(partitionKey.stringValue());
        }
        if (id != null) {
            out.putText(id.stringValue());
        }
        if (body != null) {
            out.putText(body.toString());
        }
        JsonView ifMatch = operation.field("ifMatch");
        if (ifMatch != null) {
            out.put(Schema.UTF8).put(9).putText(ifMatch.stringValue());
        }
        JsonView ifNoneMatch = operation.field("ifNoneMatch");
        if (ifNoneMatch != null) {
            out.put(Schema.UTF8).put(10).putText(ifNoneMatch.stringValue());
        }
        if (operation.field("minimalReturnPreference") != null) {
            out.put(Schema.TRUE).put(12);
        }
        return out.toByteArray();
    }

    /** The results that an answer holds, one to a line. */
    public static String shown(byte[] answer) {
        StringBuilder text = new StringBuilder();
        RecordReader records = new RecordReader(answer);
        while (records.next()) {
            text.append(text.isEmpty() ? "" : "\n").append(result(records.row()));
        }
        return text.toString();
    }

    private static String result(RowReader in) {
        if (in.schema() != Schema.RESULT) {
            throw new IllegalStateException("no result");
        }
        int bits = in.readByte();
        StringBuilder text = new StringBuilder().append(in.readInt());
        int substatus = in.readInt();
        text.append(substatus == 0 ? "" : "/" + substatus);
        String etag = (bits & 4) == 0 ? "" : " etag=" + in.readText();
        String body = (bits & 8) == 0 ? "" : " " + in.readText();
        while (!in.isAtEnd()) {
            int type = in.readByte();
            int name = in.readByte();
            if (type == Schema.FLOAT64 && name == 6) {
                long low = in.readInt() & 0xFFFF_FFFFL;
                text.append(" charge=").append(Double.longBitsToDouble((long) in.readInt() << 32 | low));
            } else if (type == Schema.UINT32 && name == 5) {
                text.append(" retryAfter=").append(in.readInt());
            } else {
                throw new IllegalStateException("no such column: " + name);
            }
        }
        return text.append(etag).append(body).toString();
    }
}
