package dev.mayfly.face.transport.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The meaning of the bytes before a body. */
final class HttpHeadTest {
    private static final String DATE = "Sat, 21 Nov 2026 12:00:00 GMT";

    @Test
    void fieldsStandInTheirOrderThoseThatAreSharedFirst() {
        HttpFields fields = HttpFields.shared(List.of(Map.entry("Pragma", "no-cache"), Map.entry("x-version", "1")))
                .followedBy(List.of(Map.entry("etag", "\"7\"")));

        assertEquals(
                String.join(
                                "\r\n",
                                "HTTP/1.1 200 OK",
                                "Pragma: no-cache",
                                "x-version: 1",
                                "etag: \"7\"",
                                "date: " + DATE)
                        + "\r\n\r\n",
                text(HttpHead.of(new HttpResponse(200, fields, new HttpBody.Bytes(new byte[0])), DATE)));
    }

    @Test
    void whatTheTransportAddsComesLast() {
        HttpHead head = HttpHead.of(HttpResponse.of(404), DATE);
        head.contentLength(12);
        head.connectionCloses();

        assertEquals(
                String.join(
                                "\r\n",
                                "HTTP/1.1 404 Not Found",
                                "date: " + DATE,
                                "content-length: 12",
                                "connection: close")
                        + "\r\n\r\n",
                text(head));
    }

    @Test
    void noValueCanEndItsLine() {
        HttpResponse split = HttpResponse.of(200).with("x-name", "a\r\nset-cookie: b");

        assertThrows(IllegalArgumentException.class, () -> HttpHead.of(split, DATE));
    }

    @Test
    void whatIsNotAsciiIsAQuestionMark() {
        HttpResponse response = HttpResponse.of(200).with("x-path", "colls/größe");

        assertEquals(
                String.join("\r\n", "HTTP/1.1 200 OK", "x-path: colls/gr??e", "date: " + DATE) + "\r\n\r\n",
                text(HttpHead.of(response, DATE)));
    }

    private static String text(HttpHead head) {
        ByteBuf written = Unpooled.buffer();
        int length = head.length();
        head.writeTo(written);
        assertEquals(length, written.readableBytes());
        return written.toString(StandardCharsets.US_ASCII);
    }
}
