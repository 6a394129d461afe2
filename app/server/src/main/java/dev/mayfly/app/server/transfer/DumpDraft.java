package dev.mayfly.app.server.transfer;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.bson.RawBsonDocument;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.jspecify.annotations.Nullable;

/**
 * The progress of an interrupted dump.
 *
 * @param lastId of its last whole document, as Extended JSON; null if there is none
 * @param wholeBytes the length of the file up to which its documents are whole
 */
public record DumpDraft(@Nullable String lastId, long wholeBytes) {
    /** A dump that has not begun. */
    public static final DumpDraft NONE = new DumpDraft(null, 0);

    private static final JsonWriterSettings RELAXED =
            JsonWriterSettings.builder().outputMode(JsonMode.RELAXED).build();
    private static final int DOCUMENT_BYTES_MAX = 17 << 20;

    /** Returns the progress that a file holds. */
    public static DumpDraft of(Path file) throws IOException {
        if (!Files.exists(file)) {
            return NONE;
        }
        byte[] last = {};
        long whole = 0;
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), 1 << 16)) {
            for (byte[] next = document(in); next.length > 0; next = document(in)) {
                last = next;
                whole += next.length;
            }
        }
        BsonValue id = last.length == 0 ? null : new RawBsonDocument(last).get("_id");
        return id == null ? NONE : new DumpDraft(json(id), whole);
    }

    /** The next document, empty if there is none that is whole. */
    private static byte[] document(InputStream in) throws IOException {
        byte[] head = in.readNBytes(Integer.BYTES);
        int length = head.length < Integer.BYTES
                ? 0
                : ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getInt();
        if (length <= Integer.BYTES || length > DOCUMENT_BYTES_MAX) {
            return new byte[0];
        }
        byte[] document = new byte[length];
        System.arraycopy(head, 0, document, 0, head.length);
        int read = in.readNBytes(document, head.length, length - head.length);
        return read < length - head.length ? new byte[0] : document;
    }

    private static String json(BsonValue value) {
        String wrapped = new BsonDocument("v", value).toJson(RELAXED);
        return wrapped.substring(wrapped.indexOf(':') + 1, wrapped.length() - 1).strip();
    }

    /** Opens the file for the rest of the dump; cuts off an incomplete document at its end. */
    public OutputStream open(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.truncate(wholeBytes);
        }
        return Files.newOutputStream(file, StandardOpenOption.APPEND);
    }
}
