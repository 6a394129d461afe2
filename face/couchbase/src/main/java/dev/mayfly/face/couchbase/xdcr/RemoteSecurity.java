package dev.mayfly.face.couchbase.xdcr;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.Locale;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/**
 * How connections to a remote cluster are protected.
 *
 * @param certificate of the authority that has signed those of the cluster, in PEM; empty where nothing is encrypted
 * @param identity that takes the place of a user and a password
 */
public record RemoteSecurity(Level level, String certificate, ClientIdentity identity) {
    public static final RemoteSecurity OPEN = new RemoteSecurity(Level.NONE, "", ClientIdentity.NONE);

    /** What is protected. */
    public enum Level {
        NONE,
        /** The login alone: requests for management are encrypted, and the password is proven and not sent. */
        HALF,
        /** Everything is encrypted. */
        FULL;

        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @throws ReplicationException if a certificate is missing, or is none, or does not go with the level */
    public static RemoteSecurity of(Level level, String certificate, ClientIdentity identity) {
        if (identity.isGiven() == identity.key().isBlank()) {
            String missing = identity.isGiven() ? "clientKey" : "clientCertificate";
            throw new ReplicationException(missing, "A client certificate and its key belong together");
        }
        if (identity.isGiven() && level != Level.FULL) {
            throw new ReplicationException("clientCertificate", "A client certificate needs full encryption");
        }
        if (level == Level.NONE) {
            return OPEN;
        }
        if (certificate.isBlank()) {
            throw new ReplicationException("certificate", "The certificate of the remote cluster is missing");
        }
        RemoteSecurity security = new RemoteSecurity(level, certificate, identity);
        try {
            identity.managers();
        } catch (IOException | GeneralSecurityException wrong) {
            throw new ReplicationException(
                    "clientCertificate", "The client certificate cannot be used: " + wrong.getMessage());
        }
        try {
            security.context();
            return security;
        } catch (IOException wrong) {
            throw new ReplicationException("certificate", "The certificate cannot be read: " + wrong.getMessage());
        }
    }

    boolean encryptsManagement() {
        return level != Level.NONE;
    }

    boolean encryptsDocuments() {
        return level == Level.FULL;
    }

    /** Returns what trusts the certificate, and those alone that it has signed. */
    SSLContext context() throws IOException {
        try {
            KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
            trusted.load(null, null);
            for (Certificate each : certificates()) {
                trusted.setCertificateEntry("remote-" + trusted.size(), each);
            }
            TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(trusted);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(identity.managers(), managers.getTrustManagers(), null);
            return context;
        } catch (GeneralSecurityException wrong) {
            throw new IOException(wrong.getMessage(), wrong);
        }
    }

    private Collection<? extends Certificate> certificates() throws GeneralSecurityException, IOException {
        byte[] pem = certificate.getBytes(StandardCharsets.US_ASCII);
        Collection<? extends Certificate> all =
                CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(pem));
        if (all.isEmpty()) {
            throw new IOException("it holds none");
        }
        return all;
    }

    /** Encrypts a connection, and checks that the certificate of the other side is one of this host. */
    Socket encrypted(Socket plain, String host, int port) throws IOException {
        SSLSocket socket = (SSLSocket) context().getSocketFactory().createSocket(plain, host, port, true);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setEndpointIdentificationAlgorithm("HTTPS");
        socket.setSSLParameters(parameters);
        socket.startHandshake();
        return socket;
    }

    @Override
    public String toString() {
        return level.word();
    }
}
