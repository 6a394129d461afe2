package dev.mayfly.face.transport;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A server's certificate, and which clients it trusts: TLS 1.2 and 1.3 by the JDK. */
public final class Tls {
    private final SslContext context;

    private Tls(SslContextBuilder builder, boolean needsClientCertificate) throws SSLException {
        context = builder.sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .clientAuth(needsClientCertificate ? ClientAuth.REQUIRE : ClientAuth.NONE)
                .build();
    }

    /** Presents a certificate and asks clients for none; in the chain the certificate of the key comes first. */
    public static Tls of(PrivateKey key, List<X509Certificate> chain) throws SSLException {
        return new Tls(SslContextBuilder.forServer(key, chain), false);
    }

    /** As {@link #of(PrivateKey, List)}, and only for clients whose certificate one of the authorities has signed. */
    public static Tls mutual(PrivateKey key, List<X509Certificate> chain, List<X509Certificate> authorities)
            throws SSLException {
        if (authorities.isEmpty()) {
            throw new SSLException("client certificates need an authority to check them against");
        }
        return new Tls(SslContextBuilder.forServer(key, chain).trustManager(authorities), true);
    }

    /** Reads PEM files: a chain, a PKCS 8 key, and the authorities of clients if they must show a certificate. */
    public static Tls fromPem(Path chain, Path key, @Nullable Path authorities) throws SSLException {
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(chain.toFile(), key.toFile());
            if (authorities != null) {
                builder.trustManager(authorities.toFile());
            }
            return new Tls(builder, authorities != null);
        } catch (IllegalArgumentException e) {
            throw new SSLException("certificate or key cannot be read: " + e.getMessage(), e);
        }
    }

    SslContext context() {
        return context;
    }
}
