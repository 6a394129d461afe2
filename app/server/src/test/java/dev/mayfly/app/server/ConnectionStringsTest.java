package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is printed to be pasted into a driver of MongoDB. */
final class ConnectionStringsTest {
    private static String mongo(Map<Setting, String> flags) throws ConfigException {
        return ConnectionStrings.of(
                FaceName.MONGO,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 27017),
                () -> {
                    throw new IllegalStateException("the ports of another face");
                },
                ConfigReader.read(flags, Map.of(), null));
    }

    @Test
    void aServerAloneIsConnectedToDirectly() throws ConfigException {
        assertEquals("mongodb://127.0.0.1:27017/?directConnection=true", mongo(Map.of(Setting.IN_MEMORY, "true")));
        assertEquals(
                "mongodb://127.0.0.1:27017/?directConnection=true&tls=true&tlsAllowInvalidCertificates=true",
                mongo(Map.of(Setting.IN_MEMORY, "true", Setting.TLS, "auto")));
        assertEquals(
                "mongodb://127.0.0.1:27017/?replicaSet=rs0",
                mongo(Map.of(Setting.IN_MEMORY, "true", Setting.MONGO_REPLSET, "rs0")));
    }

    @Test
    void oneOfSeveralIsAMongos() throws ConfigException {
        assertEquals("mongodb://127.0.0.1:27017/", mongo(Map.of(Setting.STORE, "cassandra")));
        assertEquals(
                "mongodb://127.0.0.1:27017/?tls=true&tlsAllowInvalidCertificates=true",
                mongo(Map.of(Setting.STORE, "cassandra", Setting.TLS, "auto")));
    }
}
