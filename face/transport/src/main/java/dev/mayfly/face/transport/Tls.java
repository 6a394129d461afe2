package dev.mayfly.face.transport;

import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslProvider;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.function.Supplier;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** A server's certificate, and which clients it trusts: TLS 1.2 and 1.3 by the JDK. */
public final class Tls {
    private final Supplier<SslContext> context;

    private Tls(Supplier<SslContext> context) {
        this.context = context;
    }

    private Tls(SslContextBuilder builder, ClientAuth clients) throws SSLException {
        SslContext built = builder.sslProvider(SslProvider.JDK)
                .protocols("TLSv1.3", "TLSv1.2")
                .clientAuth(clients)
                .build();
        context = () -> built;
    }

    /** Returns a TLS that calls the supplier at each connection; the supplier caches its result. */
    public static Tls lazily(Supplier<Tls> made) {
        return new Tls(() -> made.get().context());
    }

    /**
     * The certificates required of clients.
     *
     * @param authorities a PEM file of the authorities that sign them
     * @param isRequired whether a client without one is refused; a client with a wrong certificate always is
     */
    public record Clients(Path authorities, boolean isRequired) {}

    /** Presents a certificate and asks clients for none; in the chain the certificate of the key comes first. */
    public static Tls of(PrivateKey key, List<X509Certificate> chain) throws SSLException {
        return of(key, chain, null);
    }

    /** As {@link #of(PrivateKey, List)}, and requests certificates of clients unless {@code clients} is null. */
    public static Tls of(PrivateKey key, List<X509Certificate> chain, @Nullable Clients clients) throws SSLException {
        return new Tls(asking(SslContextBuilder.forServer(key, chain), clients), needOf(clients));
    }

    /**
     * As {@link #of(PrivateKey, List)}, but accepts only clients whose certificate one of the authorities has signed.
     */
    public static Tls mutual(PrivateKey key, List<X509Certificate> chain, List<X509Certificate> authorities)
            throws SSLException {
        if (authorities.isEmpty()) {
            throw new SSLException("client certificates need an authority to check them against");
        }
        return new Tls(SslContextBuilder.forServer(key, chain).trustManager(authorities), ClientAuth.REQUIRE);
    }

    /** Reads PEM files: a chain and a PKCS 8 key; and asks clients for their certificates unless that is null. */
    public static Tls fromPem(Path chain, Path key, @Nullable Clients clients) throws SSLException {
        try {
            SslContextBuilder builder = SslContextBuilder.forServer(chain.toFile(), key.toFile());
            return new Tls(asking(builder, clients), needOf(clients));
        } catch (IllegalArgumentException e) {
            throw new SSLException("certificate or key cannot be read: " + e.getMessage(), e);
        }
    }

    private static SslContextBuilder asking(SslContextBuilder builder, @Nullable Clients clients) throws SSLException {
        if (clients == null) {
            return builder;
        }
        try {
            return builder.trustManager(clients.authorities().toFile());
        } catch (IllegalArgumentException e) {
            throw new SSLException("no certificate of an authority can be read from " + clients.authorities(), e);
        }
    }

    private static ClientAuth needOf(@Nullable Clients clients) {
        if (clients == null) {
            return ClientAuth.NONE;
        }
        return clients.isRequired() ? ClientAuth.REQUIRE : ClientAuth.OPTIONAL;
    }

    SslContext context() {
        return context.get();
    }
}
