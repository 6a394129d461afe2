package dev.mayfly.test.conformance.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoClientSettings;
import com.mongodb.MongoTimeoutException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.event.CommandListener;
import com.mongodb.event.CommandSucceededEvent;
import dev.mayfly.app.server.config.Setting;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.bson.Document;
import org.bson.types.Binary;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a connection carries its bytes: compressed, encrypted. */
final class MongoConnectionIT {
    @TempDir
    private Path folder = Path.of("");

    private static void writeAndRead(MongoClient client) {
        MongoCollection<Document> documents = client.getDatabase("connections").getCollection("rows");
        List<Document> rows = IntStream.range(0, 1000)
                .mapToObj(number -> new Document("_id", number)
                        .append("text", "the same again and again ".repeat(number % 50))
                        .append("bytes", new Binary(new byte[number])))
                .toList();
        documents.insertMany(rows);
        assertEquals(rows, documents.find().sort(new Document("_id", 1)).into(new ArrayList<>()));
        documents.drop();
    }

    @ParameterizedTest
    @ValueSource(strings = {"snappy", "zlib", "zstd", "zstd,snappy,zlib", "zlib&zlibCompressionLevel=9"})
    void messagesAreCompressedAsAgreed(String asked) throws Exception {
        String first = asked.split("[,&]", -1)[0];
        Set<String> agreed = ConcurrentHashMap.newKeySet();
        CommandListener listener = new CommandListener() {
            @Override
            public void commandSucceeded(CommandSucceededEvent event) {
                agreed.add(event.getConnectionDescription().getCompressors().getFirst());
            }
        };
        try (LocalServer server = LocalServer.start(Map.of());
                MongoClient client = MongoClients.create(server.settings("&compressors=" + asked)
                        .addCommandListener(listener)
                        .build())) {
            writeAndRead(client);
        }
        assertEquals(Set.of(first), agreed);
    }

    @Test
    void certificateOfTheServersOwnEncrypts() throws Exception {
        try (LocalServer server = encrypted()) {
            // The rest of the string is for other drivers: this one has no such option, and trusts by its context.
            assertTrue(server.connectionString().contains("&tls=true"));
            try (MongoClient client = trustingClient(server.settings(""))) {
                writeAndRead(client);
            }
        }
    }

    @Test
    void whoDoesNotTrustTheCertificateIsAlone() throws Exception {
        try (LocalServer server = encrypted();
                MongoClient trusting = trustingClient(server.settings(""));
                MongoClient distrustful = MongoClients.create(
                        server.settings("&serverSelectionTimeoutMS=500").build())) {
            writeAndRead(trusting);
            assertThrows(MongoTimeoutException.class, () -> writeAndRead(distrustful));
            writeAndRead(trusting);
        }
    }

    @Test
    void plainClientsAreServedOnLoopbackOnly() throws Exception {
        try (LocalServer server = encrypted();
                MongoClient plain = plainClient(server.settings(""))) {
            writeAndRead(plain);
        }
        Path file = folder.resolve("mayfly.yaml");
        Files.writeString(file, "auth: {users: [{name: ann, password: PASSWORD, roles: [root]}]}");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        Map<Setting, String> open =
                Map.of(Setting.DATA, folder.resolve("data").toString(), Setting.TLS, "auto", Setting.BIND, "0.0.0.0");
        try (LocalServer server = LocalServer.start(open, file);
                MongoClient plain = plainClient(server.settings("&serverSelectionTimeoutMS=500"));
                MongoClient trusting = trustingClient(server.settings(""))) {
            writeAndRead(trusting);
            assertThrows(MongoTimeoutException.class, () -> writeAndRead(plain));
            writeAndRead(trusting);
        }
    }

    private MongoClient trustingClient(MongoClientSettings.Builder settings) throws Exception {
        SSLContext context = trusting(folder.resolve("data").resolve("certificate.pem"));
        return MongoClients.create(
                settings.applyToSslSettings(tls -> tls.enabled(true).context(context))
                        .build());
    }

    private static MongoClient plainClient(MongoClientSettings.Builder settings) {
        return MongoClients.create(
                settings.applyToSslSettings(tls -> tls.enabled(false)).build());
    }

    private LocalServer encrypted() throws Exception {
        return LocalServer.start(Map.of(Setting.DATA, folder.resolve("data").toString(), Setting.TLS, "auto"));
    }

    private static SSLContext trusting(Path pem) throws Exception {
        String text = Files.readString(pem, StandardCharsets.US_ASCII);
        String end = "-----END CERTIFICATE-----";
        byte[] block = text.substring(0, text.indexOf(end) + end.length()).getBytes(StandardCharsets.US_ASCII);
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream stream = new ByteArrayInputStream(block)) {
            Certificate own = CertificateFactory.getInstance("X.509").generateCertificate(stream);
            store.setCertificateEntry("mayfly", own);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
