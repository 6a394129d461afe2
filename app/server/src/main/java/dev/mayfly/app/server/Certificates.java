package dev.mayfly.app.server;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.OwnerOnly;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.ServerConfig.ClientTrust;
import dev.mayfly.app.server.config.ServerConfig.Place;
import dev.mayfly.app.server.config.ServerConfig.TlsChoice;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.face.transport.Tls;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** The server's certificate: read from a file, or made once and kept in the data folder. */
final class Certificates {
    private static final String FILE = "certificate.pem";
    private static final Duration LIFE = Duration.ofDays(3_650);
    /** A kept certificate with less than this before it is made anew at the start. */
    private static final Duration LIFE_LEFT_MIN = Duration.ofDays(30);
    /** A client whose clock is a little behind must not find the certificate not yet valid. */
    private static final Duration HEAD_START = Duration.ofDays(1);

    private static final String BEGIN = "-----BEGIN CERTIFICATE-----";
    private static final String END = "-----END CERTIFICATE-----";
    private static final String BEGIN_KEY = "-----BEGIN PRIVATE KEY-----";
    private static final String END_KEY = "-----END PRIVATE KEY-----";

    private Certificates() {}

    /**
     * The certificates that the faces present.
     *
     * @param chain in PEM, for clients that want to trust it
     */
    record Presented(Tls toAnyone, Tls toMongo, String chain) {}

    /** The certificate that the server makes itself, for a face that is encrypted even where the others are not. */
    static Presented own(ServerConfig config) throws ConfigException {
        try {
            return ownCertificate(config, null);
        } catch (IOException wrong) {
            throw new ConfigException("the certificate cannot be kept: " + wrong.getMessage());
        }
    }

    /** Null when connections are not encrypted. */
    static @Nullable Presented of(ServerConfig config) throws ConfigException {
        ClientTrust trust = config.access().clientTrust();
        Tls.Clients clients = trust == null ? null : new Tls.Clients(trust.authorities(), trust.isRequired());
        try {
            return switch (config.access().tls()) {
                case TlsChoice.Off _ -> null;
                case TlsChoice.PemFile pem -> fromPem(pem.path(), clients);
                case TlsChoice.Auto _ -> ownCertificate(config, clients);
            };
        } catch (SSLException wrong) {
            throw new ConfigException("--tls: " + wrong.getMessage());
        } catch (IOException wrong) {
            throw new ConfigException("--tls: the certificate cannot be kept: " + wrong.getMessage());
        }
    }

    private static Presented fromPem(Path file, Tls.@Nullable Clients clients) throws IOException {
        Tls toAnyone = Tls.fromPem(file, file, null);
        return new Presented(toAnyone, Tls.fromPem(file, file, clients), chainIn(Files.readString(file)));
    }

    /** The certificates in a file, which has a key as well: that stays. */
    private static String chainIn(String pem) {
        StringBuilder chain = new StringBuilder();
        int begin = pem.indexOf(BEGIN);
        while (begin >= 0) {
            int end = pem.indexOf(END, begin);
            if (end < 0) {
                break;
            }
            chain.append(pem, begin, end + END.length()).append('\n');
            begin = pem.indexOf(BEGIN, end);
        }
        return chain.toString();
    }

    private static Presented ownCertificate(ServerConfig config, Tls.@Nullable Clients clients)
            throws IOException, ConfigException {
        return switch (config.place()) {
            case Place.Memory _, Place.Cassandra _ -> {
                X509Bundle made = make(config);
                PrivateKey key = made.getKeyPair().getPrivate();
                List<X509Certificate> chain = List.of(made.getCertificate());
                yield new Presented(Tls.of(key, chain), Tls.of(key, chain, clients), made.getCertificatePathPEM());
            }
            case Place.Folder folder -> {
                Path file = folder.path().resolve(FILE);
                if (Files.notExists(file) || endsSoon(file)) {
                    write(file, make(config));
                }
                Optional<String> wrong = OwnerOnly.check(file);
                if (wrong.isPresent()) {
                    throw new ConfigException("--tls: " + wrong.get());
                }
                yield kept(file, clients);
            }
        };
    }

    /**
     * Returns the certificates {@link #write} stored. Reads them with the JDK alone: the library that made them is a
     * signed jar, which takes a good part of a start to load.
     */
    private static Presented kept(Path file, Tls.@Nullable Clients clients) throws IOException {
        String pem = Files.readString(file);
        String certificates = chainIn(pem);
        try (InputStream bytes = new ByteArrayInputStream(certificates.getBytes(US_ASCII))) {
            List<X509Certificate> chain = CertificateFactory.getInstance("X.509").generateCertificates(bytes).stream()
                    .map(X509Certificate.class::cast)
                    .toList();
            if (chain.isEmpty() || !pem.contains(BEGIN_KEY) || !pem.contains(END_KEY)) {
                throw new SSLException("there is no certificate with a key in " + file);
            }
            byte[] encoded = Base64.getMimeDecoder()
                    .decode(pem.substring(pem.indexOf(BEGIN_KEY) + BEGIN_KEY.length(), pem.indexOf(END_KEY)));
            PrivateKey key = KeyFactory.getInstance(
                            chain.getFirst().getPublicKey().getAlgorithm())
                    .generatePrivate(new PKCS8EncodedKeySpec(encoded));
            return new Presented(Tls.of(key, chain), Tls.of(key, chain, clients), certificates);
        } catch (GeneralSecurityException | IllegalArgumentException wrong) {
            throw new SSLException(
                    "the certificate or key in " + file + " cannot be read: " + wrong.getMessage(), wrong);
        }
    }

    /** Returns true if the first certificate in the file has expired or is about to. */
    private static boolean endsSoon(Path file) throws IOException {
        try (InputStream pem = Files.newInputStream(file)) {
            Certificate kept = CertificateFactory.getInstance("X.509").generateCertificate(pem);
            return kept instanceof X509Certificate known
                    && known.getNotAfter().toInstant().isBefore(now().plus(LIFE_LEFT_MIN));
        } catch (CertificateException _) {
            // A file that holds no certificate is reported when it is presented.
            return false;
        }
    }

    private static Instant now() {
        return Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis());
    }

    /** Whole or not at all: a process may end at any time. */
    private static void write(Path file, X509Bundle made) throws IOException {
        Path begun = file.resolveSibling(FILE + ".new");
        Files.deleteIfExists(begun);
        Files.createFile(begun, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(begun, made.getCertificatePathPEM() + made.getPrivateKeyPEM());
        Files.move(begun, file, StandardCopyOption.ATOMIC_MOVE);
    }

    private static X509Bundle make(ServerConfig config) {
        CertificateBuilder builder = new CertificateBuilder()
                .subject("CN=mayfly")
                .setIsCertificateAuthority(true)
                .notBefore(now().minus(HEAD_START))
                .notAfter(now().plus(LIFE))
                .addSanDnsName("localhost")
                .addSanIpAddress("127.0.0.1")
                .addSanIpAddress("::1");
        InetAddress bind = config.bind();
        if (!bind.isLoopbackAddress() && !bind.isAnyLocalAddress()) {
            builder.addSanIpAddress(bind.getHostAddress());
        }
        config.hosts().forEach(builder::addSanDnsName);
        try {
            return builder.buildSelfSigned();
        } catch (Exception failure) {
            throw new IllegalStateException("no certificate could be made", failure);
        }
    }
}
