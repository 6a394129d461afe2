package dev.mayfly.face.transport.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * The head of a response while it is encoded. Hot: fields are encoded as they are, without a table in between, and
 * each character is checked once, so that no value can end its line.
 */
final class HttpHead {
    private static final byte[] VERSION = ascii("HTTP/1.1 ");
    private static final byte[] DATE = ascii("date: ");
    private static final byte[] LENGTH = ascii("content-length: ");
    private static final byte[] CHUNKED = ascii("transfer-encoding: chunked\r\n");
    private static final byte[] CLOSE = ascii("connection: close\r\n");
    /** Everything but the fields of the response: the status, and what the transport adds. */
    private static final int FIXED_BYTES = 256;

    private final byte[] bytes;
    private int length;

    private HttpHead(int bytesMax) {
        this.bytes = new byte[bytesMax];
    }

    /** Begins with the status and the response's own fields. */
    static HttpHead of(HttpResponse response, String date) {
        HttpFields fields = response.fields();
        String reason = HttpResponseStatus.valueOf(response.status()).reasonPhrase();
        HttpHead head = new HttpHead(FIXED_BYTES + reason.length() + encodedLength(fields));
        head.put(VERSION);
        head.put(Integer.toString(response.status()));
        head.put(' ');
        head.put(reason);
        head.endLine();
        head.put(fields);
        head.put(DATE);
        head.put(date);
        head.endLine();
        return head;
    }

    /** The lines of these fields, for those that many responses share. */
    static byte[] encoded(List<Map.Entry<String, String>> fields) {
        HttpHead head = new HttpHead(encodedLength(fields));
        head.put(fields);
        return head.bytes;
    }

    void contentLength(long bodyBytes) {
        put(LENGTH);
        put(Long.toString(bodyBytes));
        endLine();
    }

    void chunked() {
        put(CHUNKED);
    }

    void connectionCloses() {
        put(CLOSE);
    }

    /** Ends the head and hands it over. */
    void writeTo(ByteBuf target) {
        endLine();
        target.writeBytes(bytes, 0, length);
    }

    /** Returns the number of bytes that {@link #writeTo} needs. */
    int length() {
        return length + 2;
    }

    private static int encodedLength(HttpFields fields) {
        return fields.sharedBytes().length + encodedLength(fields.own());
    }

    private static int encodedLength(List<Map.Entry<String, String>> fields) {
        int sum = 0;
        for (int index = 0; index < fields.size(); index++) {
            Map.Entry<String, String> field = fields.get(index);
            sum += field.getKey().length() + field.getValue().length() + 4;
        }
        return sum;
    }

    private void put(HttpFields fields) {
        put(fields.sharedBytes());
        put(fields.own());
    }

    private void put(List<Map.Entry<String, String>> fields) {
        for (int index = 0; index < fields.size(); index++) {
            Map.Entry<String, String> field = fields.get(index);
            put(field.getKey());
            put(':');
            put(' ');
            put(field.getValue());
            endLine();
        }
    }

    private void put(byte[] part) {
        System.arraycopy(part, 0, bytes, length, part.length);
        length += part.length;
    }

    private void put(String text) {
        int at = length;
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            if (character < ' ' && character != '\t') {
                throw new IllegalArgumentException("a header field with the character " + (int) character);
            }
            bytes[at + index] = character > '~' ? (byte) '?' : (byte) character;
        }
        length = at + text.length();
    }

    private void put(char character) {
        bytes[length++] = (byte) character;
    }

    private void endLine() {
        put('\r');
        put('\n');
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }
}
