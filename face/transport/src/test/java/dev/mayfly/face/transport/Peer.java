package dev.mayfly.face.transport;

import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** A blocking client of {@link EchoProtocol} and of HTTP. */
final class Peer implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final DataInputStream in;

    Peer(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    static Peer to(InetSocketAddress address) throws IOException {
        return new Peer(new Socket(address.getAddress(), address.getPort()));
    }

    int serverPort() {
        return socket.getPort();
    }

    void send(String... texts) throws IOException {
        var all = new java.io.ByteArrayOutputStream();
        for (String text : texts) {
            all.writeBytes(EchoProtocol.frame(text));
        }
        sendBytes(all.toByteArray());
    }

    void sendBytes(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        socket.getOutputStream().flush();
    }

    String receive() throws IOException {
        byte[] bytes = new byte[in.readInt()];
        in.readFully(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    List<String> receive(int count) throws IOException {
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            texts.add(receive());
        }
        return texts;
    }

    /** Returns true if the server has closed, without having sent anything more. */
    boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException _) {
            return true;
        }
    }

    /** Sends a request as it stands, lines ended by newlines, and reads one response with a known length. */
    String http(String request) throws IOException {
        sendBytes(request.replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
        return readHttp();
    }

    String readHttp() throws IOException {
        StringBuilder header = new StringBuilder();
        while (!header.toString().endsWith("\r\n\r\n")) {
            int next = in.read();
            if (next < 0) {
                return header.toString();
            }
            header.append((char) next);
        }
        String fields = header.toString();
        String body = fields.contains("chunked") ? readChunks() : readLength(fields);
        return fields.replaceFirst("date: [^\r]*\r\n", "").replace("\r", "") + body;
    }

    private String readLength(String fields) throws IOException {
        int at = fields.indexOf("content-length: ");
        if (at < 0) {
            return "";
        }
        int end = fields.indexOf('\r', at);
        byte[] body = in.readNBytes(Integer.parseInt(fields.substring(at + 16, end)));
        return new String(body, StandardCharsets.UTF_8);
    }

    private String readChunks() throws IOException {
        StringBuilder text = new StringBuilder();
        while (true) {
            StringBuilder line = new StringBuilder();
            while (!line.toString().endsWith("\r\n")) {
                line.append((char) in.read());
            }
            int length = Integer.parseInt(line.toString().trim(), 16);
            text.append(new String(in.readNBytes(length), StandardCharsets.UTF_8));
            in.readNBytes(2);
            if (length == 0) {
                return text.toString();
            }
            text.append('|');
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
