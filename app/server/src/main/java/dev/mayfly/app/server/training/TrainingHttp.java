package dev.mayfly.app.server.training;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A client of one HTTP port, which keeps its connection as an application's does. Confined to one thread. */
final class TrainingHttp implements AutoCloseable {
    private final int port;
    private @Nullable Socket socket;
    private InputStream in = InputStream.nullInputStream();

    TrainingHttp(int port) {
        this.port = port;
    }

    /** Returns the status of the answer. */
    int ask(String method, String path, Map<String, String> fields, String body) throws IOException {
        byte[] content = body.getBytes(UTF_8);
        StringBuilder head = new StringBuilder(method)
                .append(' ')
                .append(path)
                .append(" HTTP/1.1\r\nHost: localhost:")
                .append(port)
                .append("\r\n");
        fields.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(content.length).append("\r\n\r\n");
        ByteArrayOutputStream request = new ByteArrayOutputStream(head.length() + content.length);
        request.writeBytes(head.toString().getBytes(UTF_8));
        request.writeBytes(content);
        open().getOutputStream().write(request.toByteArray());
        return answer();
    }

    private Socket open() throws IOException {
        Socket open = socket;
        if (open == null) {
            open = new Socket(InetAddress.getLoopbackAddress(), port);
            open.setTcpNoDelay(true);
            socket = open;
            in = new BufferedInputStream(open.getInputStream());
        }
        return open;
    }

    private int answer() throws IOException {
        int status = Integer.parseInt(line().split(" ", 3)[1]);
        long length = -1;
        boolean isChunked = false;
        boolean isLast = false;
        for (String line = line(); !line.isEmpty(); line = line()) {
            String field = line.toLowerCase(Locale.ROOT);
            if (field.startsWith("content-length:")) {
                length = Long.parseLong(field.substring(field.indexOf(':') + 1).strip());
            }
            isChunked |= field.startsWith("transfer-encoding:") && field.endsWith("chunked");
            isLast |= field.startsWith("connection:") && field.endsWith("close");
        }
        boolean isEmpty = status == 204 || status == 304;
        if (isChunked) {
            skipChunks();
        } else if (!isEmpty && length >= 0) {
            in.skipNBytes(length);
        } else if (!isEmpty) {
            in.readAllBytes();
            isLast = true;
        }
        if (isLast) {
            close();
        }
        return status;
    }

    private void skipChunks() throws IOException {
        for (int size = Integer.parseInt(line(), 16); size > 0; size = Integer.parseInt(line(), 16)) {
            in.skipNBytes(size + 2L);
        }
        line();
    }

    private String line() throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the connection was closed within an answer");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(ISO_8859_1);
    }

    @Override
    public void close() throws IOException {
        Socket open = socket;
        socket = null;
        if (open != null) {
            open.close();
        }
    }
}
