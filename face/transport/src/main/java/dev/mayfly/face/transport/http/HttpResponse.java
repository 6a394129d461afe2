package dev.mayfly.face.transport.http;

import java.nio.charset.StandardCharsets;

/** One HTTP response. The transport adds the length, date and connection fields. */
public record HttpResponse(int status, HttpFields fields, HttpBody body) {
    private static final HttpBody EMPTY = new HttpBody.Bytes(new byte[0]);

    public static HttpResponse of(int status) {
        return new HttpResponse(status, HttpFields.NONE, EMPTY);
    }

    public static HttpResponse text(int status, String text) {
        return of(status).withBody("text/plain; charset=utf-8", text.getBytes(StandardCharsets.UTF_8));
    }

    public static HttpResponse json(int status, String json) {
        return of(status).withBody("application/json", json.getBytes(StandardCharsets.UTF_8));
    }

    public static HttpResponse streamed(int status, String contentType, HttpBody.Writer writer) {
        return new HttpResponse(
                status, HttpFields.NONE.with("Content-Type", contentType), new HttpBody.Streamed(writer));
    }

    public HttpResponse withBody(String contentType, byte[] bytes) {
        return new HttpResponse(status, fields.with("Content-Type", contentType), new HttpBody.Bytes(bytes));
    }

    public HttpResponse with(String name, String value) {
        return new HttpResponse(status, fields.with(name, value), body);
    }
}
