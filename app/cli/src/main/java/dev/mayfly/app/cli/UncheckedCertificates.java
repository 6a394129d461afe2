package dev.mayfly.app.cli;

import java.net.Socket;
import java.security.GeneralSecurityException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Encryption without a check of whom one talks to. Only for questions without secrets whose answer nobody relies on for more than
 * being there: a server's certificate names neither loopback nor an authority that its own machine trusts.
 */
final class UncheckedCertificates extends X509ExtendedTrustManager {
    private UncheckedCertificates() {}

    static SSLContext context() {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, new TrustManager[] {new UncheckedCertificates()}, null);
            return context;
        } catch (GeneralSecurityException impossible) {
            throw new IllegalStateException("every Java has TLS", impossible);
        }
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, Socket socket) {}

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {}

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind) {
        throw new UnsupportedOperationException("this side asks");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, Socket socket) {
        throw new UnsupportedOperationException("this side asks");
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String kind, SSLEngine engine) {
        throw new UnsupportedOperationException("this side asks");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
