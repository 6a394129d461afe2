package dev.mayfly.app.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bson.BsonDocument;

/** Speaks the protocols of all faces of a server under test, and hides no answer behind a client's own words. */
final class WireClients implements AutoCloseable {
    private static final int OP_MSG = 2013;
    private static final int KV_HEADER_BYTES = 24;
    private static final int SASL_AUTH = 0x21;
    private static final int SELECT_BUCKET = 0x89;
    private static final DateTimeFormatter DATE = DateTimeFormatter.RFC_1123_DATE_TIME;

    private final MayflyServer server;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Socket mongo;
    private final Socket keyValue;

    /** An answer of HTTP. */
    record Reply(int status, String body) {}

    /** An answer of the key-value protocol. */
    record KvReply(int status, String body) {}

    WireClients(MayflyServer server) throws IOException {
        this.server = server;
        this.mongo = connect(server.port(FaceName.MONGO));
        this.keyValue = connect(server.keyValuePort());
        keyValue(SASL_AUTH, new byte[0], "PLAIN", "\0Administrator\0password");
    }

    private static Socket connect(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(20_000);
        return socket;
    }

    BsonDocument mongo(String command) throws IOException {
        byte[] body = BsonEncoding.encode(BsonDocument.parse(command));
        ByteBuffer message = ByteBuffer.allocate(21 + body.length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(1).putInt(0).putInt(OP_MSG);
        message.putInt(0).put((byte) 0).put(body);
        mongo.getOutputStream().write(message.array());
        DataInputStream in = new DataInputStream(mongo.getInputStream());
        byte[] reply = new byte[Integer.reverseBytes(in.readInt()) - Integer.BYTES];
        in.readFully(reply);
        byte[] document = new byte[reply.length - 17];
        System.arraycopy(reply, 17, document, 0, document.length);
        return BsonEncoding.decode(document);
    }

    void selectBucket(String name) throws IOException {
        keyValue(SELECT_BUCKET, new byte[0], name, "");
    }

    KvReply keyValue(int opcode, byte[] extras, String key, String value) throws IOException {
        byte[] keyBytes = key.getBytes(UTF_8);
        byte[] valueBytes = value.getBytes(UTF_8);
        int body = extras.length + keyBytes.length + valueBytes.length;
        ByteBuffer frame = ByteBuffer.allocate(KV_HEADER_BYTES + body)
                .put((byte) 0x80)
                .put((byte) opcode)
                .putShort((short) keyBytes.length)
                .put((byte) extras.length)
                .put((byte) 0)
                .putShort((short) 0)
                .putInt(body)
                .putInt(0)
                .putLong(0)
                .put(extras)
                .put(keyBytes)
                .put(valueBytes);
        keyValue.getOutputStream().write(frame.array());
        DataInputStream in = new DataInputStream(keyValue.getInputStream());
        ByteBuffer header = ByteBuffer.wrap(in.readNBytes(KV_HEADER_BYTES));
        if (header.remaining() < KV_HEADER_BYTES) {
            throw new IOException("the connection was closed");
        }
        byte[] answer = in.readNBytes(header.getInt(8));
        return new KvReply(header.getShort(6), new String(answer, UTF_8));
    }

    /** @param type of the resource, such as {@code docs} */
    Reply cosmos(String method, String type, String link, String path, String partitionKey, String body)
            throws IOException, InterruptedException {
        HttpRequest.Builder request = request(FaceName.COSMOS, path);
        cosmosFields(method, type, link).forEach(request::header);
        if (!partitionKey.isEmpty()) {
            request.header("x-ms-documentdb-partitionkey", partitionKey);
        }
        return send(request, method, body);
    }

    /** Returns the header fields that every request of Cosmos DB needs, signed with the emulator's key. */
    static Map<String, String> cosmosFields(String method, String type, String link) {
        String date = DATE.format(
                        Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()).atZone(ZoneOffset.UTC))
                .toLowerCase(Locale.ROOT);
        String signed = method.toLowerCase(Locale.ROOT) + "\n" + type + "\n" + link + "\n" + date + "\n\n";
        Map<String, String> fields = new TreeMap<>();
        fields.put("x-ms-date", date);
        fields.put("x-ms-version", "2018-12-31");
        fields.put("authorization", "type=master&ver=1.0&sig=" + signature(signed));
        return fields;
    }

    private static String signature(String text) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(Base64.getDecoder().decode(CosmosKeys.EMULATOR), "HmacSHA256"));
            return Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(UTF_8)));
        } catch (java.security.GeneralSecurityException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    Reply query(String statement) throws IOException, InterruptedException {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + server.queryPort() + "/query/service"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Authorization", login());
        return send(request, "POST", "statement=" + ThreeFaces.encoded(statement));
    }

    Reply management(String method, String path, String form) throws IOException, InterruptedException {
        HttpRequest.Builder request = request(FaceName.COUCHBASE, path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Authorization", login());
        return send(request, method, form);
    }

    static String login() {
        return "Basic " + Base64.getEncoder().encodeToString("Administrator:password".getBytes(UTF_8));
    }

    Reply admin(String method, String path, String body) throws IOException, InterruptedException {
        return send(request(FaceName.ADMIN, path), method, body);
    }

    private HttpRequest.Builder request(FaceName face, String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port(face) + path));
    }

    private Reply send(HttpRequest.Builder request, String method, String body)
            throws IOException, InterruptedException {
        HttpResponse<String> response = http.send(
                request.method(method, HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        return new Reply(response.statusCode(), response.body());
    }

    @Override
    public void close() throws IOException {
        mongo.close();
        keyValue.close();
        http.close();
    }
}
