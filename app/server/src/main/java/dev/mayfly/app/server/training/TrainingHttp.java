package dev.mayfly.app.server.training;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Map;

/** A client of one HTTP port that uses a new connection for each request. */
final class TrainingHttp {
    private final int port;

    TrainingHttp(int port) {
        this.port = port;
    }

    /** Answers the status. */
    int ask(String method, String path, Map<String, String> fields, String body) throws IOException {
        byte[] content = body.getBytes(UTF_8);
        StringBuilder head = new StringBuilder(method)
                .append(' ')
                .append(path)
                .append(" HTTP/1.1\r\nHost: localhost:")
                .append(port)
                .append("\r\nConnection: close\r\n");
        fields.forEach(
                (name, value) -> head.append(name).append(": ").append(value).append("\r\n"));
        head.append("Content-Length: ").append(content.length).append("\r\n\r\n");
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.getOutputStream().write(head.toString().getBytes(UTF_8));
            socket.getOutputStream().write(content);
            socket.getOutputStream().flush();
            String answer = new String(socket.getInputStream().readAllBytes(), UTF_8);
            return Integer.parseInt(answer.substring(9, 12));
        }
    }
}
