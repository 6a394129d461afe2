package dev.mayfly.face.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

final class TlsTest {
    private final X509Bundle authority = bundle("CN=authority", null);
    private final X509Bundle server = bundle("CN=localhost", authority);
    private final X509Bundle client = bundle("CN=client", authority);
    private final X509Bundle stranger = bundle("CN=stranger", bundle("CN=another authority", null));

    @Test
    void encryptedConnectionIsServed() throws Exception {
        try (var fixture = new TransportFixture()) {
            Tls tls = Tls.of(server.getKeyPair().getPrivate(), List.of(server.getCertificatePath()));
            InetSocketAddress address = fixture.transport
                    .listen(Endpoint.encrypted(TransportFixture.anyPort(), tls), fixture.echo)
                    .address();
            try (var peer = encrypted(address, null)) {
                peer.send("b", "u");
                assertEquals(List.of("b", "u~"), peer.receive(2));
            }
            try (var plain = Peer.to(address)) {
                plain.send("b");
                assertThrows(IOException.class, plain::receive);
            }
        }
    }

    @Test
    void firstByteTellsEncryptedFromPlain() throws Exception {
        try (var fixture = new TransportFixture()) {
            Tls tls = Tls.of(server.getKeyPair().getPrivate(), List.of(server.getCertificatePath()));
            InetSocketAddress address = fixture.transport
                    .listen(Endpoint.either(TransportFixture.anyPort(), tls), fixture.echo)
                    .address();
            try (var peer = encrypted(address, null);
                    var plain = Peer.to(address)) {
                peer.send("b1");
                plain.send("b2");
                assertEquals("b1", peer.receive());
                assertEquals("b2", plain.receive());
            }
        }
    }

    @Test
    void clientsWithoutACertificateOfTheAuthorityAreRefused() throws Exception {
        try (var fixture = new TransportFixture()) {
            Tls tls = Tls.mutual(
                    server.getKeyPair().getPrivate(),
                    List.of(server.getCertificatePath()),
                    List.of(authority.getCertificate()));
            InetSocketAddress address = fixture.transport
                    .listen(Endpoint.encrypted(TransportFixture.anyPort(), tls), fixture.echo)
                    .address();
            try (var known = encrypted(address, client)) {
                known.send("b");
                assertEquals("b", known.receive());
            }
            for (X509Bundle shown : new X509Bundle[] {null, stranger}) {
                assertThrows(IOException.class, () -> {
                    try (var refused = encrypted(address, shown)) {
                        refused.send("b");
                        refused.receive();
                    }
                });
            }
        }
    }

    private Peer encrypted(InetSocketAddress address, @Nullable X509Bundle shown)
            throws IOException, GeneralSecurityException {
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("authority", authority.getCertificate());
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        KeyManagerFactory keys = shown == null ? null : shown.toKeyManagerFactory();
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys == null ? null : keys.getKeyManagers(), trust.getTrustManagers(), null);
        return new Peer(context.getSocketFactory().createSocket(address.getAddress(), address.getPort()));
    }

    private static X509Bundle bundle(String subject, @Nullable X509Bundle issuer) {
        try {
            CertificateBuilder builder = new CertificateBuilder()
                    .algorithm(CertificateBuilder.Algorithm.ecp256)
                    .subject(subject)
                    .setIsCertificateAuthority(issuer == null);
            return issuer == null ? builder.buildSelfSigned() : builder.buildIssuedBy(issuer);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }
}
