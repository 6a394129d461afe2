package dev.mayfly.app.console.webhook;

import dev.mayfly.base.clock.Timers;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends one request to a webhook's server and hears whether it was taken. Safe for concurrent use. */
final class HookCall {
    /*
     * The name is looked up here, every address it has is checked, and the connection is made to a checked address and
     * no other: a client that looked the name up again could get another answer. A redirect is an answer like any
     * other that is not a success. Only the first line of the answer is read.
     */
    private static final Logger LOG = LoggerFactory.getLogger(HookCall.class);
    private static final int LINE_BYTES_MAX = 1_000;
    private static final int PORT_HTTP = 80;
    private static final int PORT_HTTPS = 443;

    private final WebhookTargets targets;
    private final Timers timers;
    private final SSLSocketFactory encryption;

    HookCall(WebhookTargets targets, Timers timers, SSLSocketFactory encryption) {
        this.targets = targets;
        this.timers = timers;
        this.encryption = encryption;
    }

    /** Reports why a request was not accepted. */
    static final class RefusedException extends Exception {
        private static final long serialVersionUID = 1L;

        RefusedException(String message) {
            super(message);
        }

        RefusedException(String message, Throwable cause) {
            super(message, cause);
        }

        String text() {
            return String.valueOf(getMessage());
        }
    }

    static boolean isEncrypted(URI url) {
        return "https".equalsIgnoreCase(url.getScheme());
    }

    static int port(URI url) {
        return url.getPort() >= 0 ? url.getPort() : isEncrypted(url) ? PORT_HTTPS : PORT_HTTP;
    }

    /** Returns when the server has taken the request. */
    void send(URI url, Map<String, String> fields, byte[] body, Duration timeout) throws RefusedException {
        InetAddress address = address(url);
        try (Socket socket = new Socket()) {
            Timers.Timer end = timers.schedule(timeout, () -> closeQuietly(socket));
            try {
                socket.connect(new InetSocketAddress(address, port(url)), (int) timeout.toMillis());
                socket.setSoTimeout((int) timeout.toMillis());
                Socket spoken = isEncrypted(url) ? encrypt(socket, url) : socket;
                int status = exchange(spoken, url, fields, body);
                if (status / 100 != 2) {
                    throw new RefusedException("it answered " + status);
                }
            } finally {
                end.cancel();
            }
        } catch (IOException failure) {
            throw new RefusedException("it cannot be reached: " + failure.getMessage(), failure);
        }
    }

    private InetAddress address(URI url) throws RefusedException {
        if (!targets.names(url)) {
            throw new RefusedException("events.webhook-targets does not name its host");
        }
        try {
            InetAddress[] all = InetAddress.getAllByName(url.getHost());
            for (InetAddress each : all) {
                if (!targets.admits(each)) {
                    throw new RefusedException("its address " + each.getHostAddress()
                            + " is not public; events.webhook-targets may name it");
                }
            }
            return all[0];
        } catch (UnknownHostException unknown) {
            throw new RefusedException("its host is not known", unknown);
        }
    }

    private Socket encrypt(Socket socket, URI url) throws IOException {
        SSLSocket encrypted = (SSLSocket) encryption.createSocket(socket, url.getHost(), port(url), true);
        SSLParameters parameters = encrypted.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        encrypted.setSSLParameters(parameters);
        encrypted.startHandshake();
        return encrypted;
    }

    private static int exchange(Socket socket, URI url, Map<String, String> fields, byte[] body) throws IOException {
        OutputStream out = socket.getOutputStream();
        byte[] head = head(url, fields, body.length).getBytes(StandardCharsets.UTF_8);
        byte[] whole = new byte[head.length + body.length];
        System.arraycopy(head, 0, whole, 0, head.length);
        System.arraycopy(body, 0, whole, head.length, body.length);
        out.write(whole);
        out.flush();
        return status(new BufferedInputStream(socket.getInputStream()));
    }

    private static String head(URI url, Map<String, String> fields, int length) {
        String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
        String query = url.getRawQuery() == null ? "" : "?" + url.getRawQuery();
        String host = url.getPort() < 0 ? url.getHost() : url.getHost() + ":" + url.getPort();
        StringBuilder head = new StringBuilder(512);
        head.append("POST ")
                .append(path)
                .append(query)
                .append(" HTTP/1.1\r\nHost: ")
                .append(host);
        head.append("\r\nConnection: close\r\nContent-Length: ").append(length);
        fields.forEach(
                (name, value) -> head.append("\r\n").append(name).append(": ").append(value));
        return head.append("\r\n\r\n").toString();
    }

    /** Returns the status of the first line that is not an interim answer. */
    private static int status(InputStream in) throws IOException {
        while (true) {
            String line = line(in);
            String[] words = line.split(" ", 3);
            if (words.length < 2 || !words[0].startsWith("HTTP/1.") || !words[1].matches("[1-5][0-9]{2}")) {
                throw new IOException("it does not speak HTTP/1.1");
            }
            int status = Integer.parseInt(words[1]);
            if (status >= 200) {
                return status;
            }
            while (!line.isEmpty()) {
                line = line(in);
            }
        }
    }

    private static String line(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0 || line.length() >= LINE_BYTES_MAX) {
                throw new IOException("it does not speak HTTP/1.1");
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        return line.toString();
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException failure) {
            LOG.debug("a connection to a webhook could not be closed", failure);
        }
    }
}
