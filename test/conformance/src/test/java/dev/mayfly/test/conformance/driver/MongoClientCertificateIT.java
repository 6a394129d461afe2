package dev.mayfly.test.conformance.driver;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.Setting;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyStore;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.Map;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedKeyManager;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that show certificates, and clients that show none. */
final class MongoClientCertificateIT {
    private static final Instant LONG_AGO = Instant.EPOCH.plus(10_000, ChronoUnit.DAYS);

    private final X509Bundle authority = authority("CN=authority");
    private final X509Bundle another = authority("CN=another authority");
    private final X509Bundle host = signed(builder("CN=localhost").addSanIpAddress("127.0.0.1"), authority);
    private final X509Bundle known = signed(builder("CN=known client"), authority);
    private final X509Bundle stranger = signed(builder("CN=stranger"), another);
    private final X509Bundle expired = signed(
            builder("CN=known client").notBefore(LONG_AGO).notAfter(LONG_AGO.plus(1, ChronoUnit.DAYS)), authority);

    @TempDir
    private Path folder = Path.of("");

    private static CertificateBuilder builder(String subject) {
        return new CertificateBuilder().subject(subject);
    }

    private static X509Bundle authority(String subject) {
        try {
            return builder(subject).setIsCertificateAuthority(true).buildSelfSigned();
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static X509Bundle signed(CertificateBuilder builder, X509Bundle by) {
        try {
            return builder.buildIssuedBy(by);
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    private LocalServer start(Map<Setting, String> more) throws Exception {
        Path pem = folder.resolve("server.pem");
        Files.writeString(pem, host.getCertificatePathPEM() + host.getPrivateKeyPEM());
        Files.setPosixFilePermissions(pem, PosixFilePermissions.fromString("rw-------"));
        Path authorities = folder.resolve("authorities.pem");
        Files.writeString(authorities, authority.getCertificatePEM());
        Map<Setting, String> flags =
                new EnumMap<>(Map.of(Setting.TLS, pem.toString(), Setting.TLS_CLIENT_CA, authorities.toString()));
        flags.putAll(more);
        return LocalServer.start(flags);
    }

    private MongoClient client(LocalServer server, @Nullable X509Bundle shown) throws Exception {
        SSLContext context = context(shown);
        return MongoClients.create(server.settings("&serverSelectionTimeoutMS=1000")
                .applyToSslSettings(tls -> tls.enabled(true).context(context))
                .build());
    }

    private SSLContext context(@Nullable X509Bundle shown) throws Exception {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority.getCertificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        if (shown == null) {
            context.init(null, trust.getTrustManagers(), null);
        } else {
            context.init(new KeyManager[] {new Insistent(shown)}, trust.getTrustManagers(), null);
        }
        return context;
    }

    /** Shows its certificate to any server, asked for by whom it may be signed or not. */
    private static final class Insistent extends X509ExtendedKeyManager {
        private final X509Bundle shown;

        Insistent(X509Bundle shown) {
            this.shown = shown;
        }

        @Override
        public String chooseEngineClientAlias(String[] types, Principal[] issuers, SSLEngine engine) {
            return "shown";
        }

        @Override
        public String chooseClientAlias(String[] types, Principal[] issuers, Socket socket) {
            return "shown";
        }

        @Override
        public String[] getClientAliases(String type, Principal[] issuers) {
            return new String[] {"shown"};
        }

        @Override
        public X509Certificate[] getCertificateChain(String alias) {
            return shown.getCertificatePathWithRoot();
        }

        @Override
        public PrivateKey getPrivateKey(String alias) {
            return shown.getKeyPair().getPrivate();
        }

        @Override
        public String @Nullable [] getServerAliases(String type, Principal[] issuers) {
            return null;
        }

        @Override
        public @Nullable String chooseServerAlias(String type, Principal[] issuers, Socket socket) {
            return null;
        }
    }

    private static void assertServed(MongoClient client) {
        assertEquals(
                1.0,
                client.getDatabase("shop").runCommand(new Document("ping", 1)).get("ok"));
    }

    private static void assertRefused(MongoClient client) {
        assertThrows(MongoException.class, () -> client.getDatabase("shop").runCommand(new Document("ping", 1)));
    }

    @Test
    void onlyClientsOfTheAuthorityAreServed() throws Exception {
        try (LocalServer server = start(Map.of());
                MongoClient friend = client(server, known);
                MongoClient nobody = client(server, null);
                MongoClient foe = client(server, stranger);
                MongoClient late = client(server, expired)) {
            assertServed(friend);
            assertRefused(nobody);
            assertRefused(foe);
            assertRefused(late);
            assertServed(friend);
        }
    }

    @Test
    void plainClientIsRefusedEvenOnLoopback() throws Exception {
        try (LocalServer server = start(Map.of());
                MongoClient plain = MongoClients.create(server.settings("&serverSelectionTimeoutMS=1000")
                        .applyToSslSettings(tls -> tls.enabled(false))
                        .build())) {
            assertRefused(plain);
        }
    }

    @Test
    void clientMayShowNoneWhereThatIsOptional() throws Exception {
        try (LocalServer server = start(Map.of(Setting.TLS_CLIENT_CERTIFICATES, "optional"));
                MongoClient friend = client(server, known);
                MongoClient nobody = client(server, null);
                MongoClient foe = client(server, stranger)) {
            assertServed(friend);
            assertServed(nobody);
            assertRefused(foe);
        }
    }

    @Test
    void nothingIsServedWithoutAnAuthorityThatCanBeRead() throws Exception {
        Path empty = Files.writeString(folder.resolve("empty.pem"), "nothing");
        for (String file :
                new String[] {empty.toString(), folder.resolve("none.pem").toString()}) {
            ConfigException refused = assertThrows(
                    ConfigException.class,
                    () -> start(Map.of(Setting.TLS_CLIENT_CA, file)).close());
            assertTrue(requireNonNull(refused.getMessage()).contains(file), refused::getMessage);
        }
        assertThrows(
                ConfigException.class, () -> start(Map.of(Setting.TLS, "off")).close());
    }
}
