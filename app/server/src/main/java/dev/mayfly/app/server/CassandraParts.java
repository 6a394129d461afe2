package dev.mayfly.app.server;

import dev.mayfly.app.server.config.ServerConfig.Place;
import dev.mayfly.face.transport.connection.EventLoopThread;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.cassandra.CassandraOptions;
import dev.mayfly.store.cassandra.CassandraOptions.Login;
import dev.mayfly.store.cassandra.CassandraStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Opens the store in Cassandra as the configuration says. */
final class CassandraParts {
    private CassandraParts() {}

    static Store open(Place.Cassandra place) throws StartupException {
        CassandraOptions options = new CassandraOptions(
                place.contactPoints(),
                place.datacenter(),
                place.keyspace(),
                place.replication(),
                login(place),
                place.trusted() == null ? null : tls(place.trusted()));
        // Each call waits for other machines, which event loops must not.
        return CassandraStore.open(options, EventLoopThread::leave);
    }

    private static @Nullable Login login(Place.Cassandra place) throws StartupException {
        if (place.passwordFile() == null) {
            return null;
        }
        try {
            return new Login(
                    place.user(), Files.readString(place.passwordFile()).strip());
        } catch (IOException failure) {
            throw new StartupException("the password file of Cassandra cannot be read", failure);
        }
    }

    private static SSLContext tls(Path trusted) throws StartupException {
        try (InputStream pem = Files.newInputStream(trusted)) {
            KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            int number = 0;
            for (Certificate each : CertificateFactory.getInstance("X.509").generateCertificates(pem)) {
                store.setCertificateEntry("trusted" + number++, each);
            }
            TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException failure) {
            throw new StartupException(trusted + " holds no certificates to trust Cassandra by", failure);
        }
    }
}
