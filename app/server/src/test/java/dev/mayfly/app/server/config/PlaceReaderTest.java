package dev.mayfly.app.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.ServerConfig.Place;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceReaderTest {
    private static Place read(Map<Setting, String> flags) throws ConfigException {
        return ConfigReader.readText(flags, Map.of(), "").place();
    }

    private static void refuses(String said, Map<Setting, String> flags) {
        ConfigException refusal = assertThrows(ConfigException.class, () -> read(flags));
        assertTrue(String.valueOf(refusal.getMessage()).contains(said), refusal.getMessage());
    }

    @Test
    void cassandraHasDefaults() throws ConfigException {
        assertEquals(
                new Place.Cassandra(
                        List.of(new InetSocketAddress("127.0.0.1", 9042)), "dc1", "mayfly", 3, "", null, null),
                read(Map.of(Setting.STORE, "cassandra")));
    }

    @Test
    void contactPointsMaySayTheirPorts() throws ConfigException {
        Place place = read(Map.of(
                Setting.STORE,
                "cassandra",
                Setting.CASSANDRA_CONTACT_POINTS,
                "127.0.0.1:9043, 127.0.0.2, [::1]:9044, ::1"));
        assertEquals(
                List.of(
                        new InetSocketAddress("127.0.0.1", 9043),
                        new InetSocketAddress("127.0.0.2", 9042),
                        new InetSocketAddress("::1", 9044),
                        new InetSocketAddress("::1", 9042)),
                ((Place.Cassandra) place).contactPoints());
        refuses(
                "neither host nor host:port",
                Map.of(Setting.STORE, "cassandra", Setting.CASSANDRA_CONTACT_POINTS, "a:port"));
        refuses("one node at least", Map.of(Setting.STORE, "cassandra", Setting.CASSANDRA_CONTACT_POINTS, ","));
    }

    @Test
    void aKeyspaceNeedsNoQuotes() {
        for (String wrong : List.of("Upper", "1st", "a-b", "", "a".repeat(49))) {
            refuses("is not a name", Map.of(Setting.STORE, "cassandra", Setting.CASSANDRA_KEYSPACE, wrong));
        }
    }

    @Test
    void flagsOfTheOtherStoreAreMistakes() {
        refuses("exclude each other", Map.of(Setting.STORE, "cassandra", Setting.IN_MEMORY, "true"));
        refuses("exclude each other", Map.of(Setting.STORE, "cassandra", Setting.DATA, "d"));
        refuses("is for --store cassandra", Map.of(Setting.CASSANDRA_KEYSPACE, "other"));
    }

    @Test
    void aUserNeedsAPasswordFileThatOthersCannotRead(@TempDir Path folder) throws Exception {
        refuses("a user needs a password file", Map.of(Setting.STORE, "cassandra", Setting.CASSANDRA_USER, "u"));
        Path file = write(folder, "rw-r--r--");
        Map<Setting, String> flags = Map.of(
                Setting.STORE, "cassandra",
                Setting.CASSANDRA_USER, "u",
                Setting.CASSANDRA_PASSWORD_FILE, file.toString());
        refuses("chmod 600", flags);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertEquals(file, ((Place.Cassandra) read(flags)).passwordFile());
    }

    private static Path write(Path folder, String permissions) throws IOException {
        Path file = folder.resolve("password");
        Files.writeString(file, "secret\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
    }

    @Test
    void aFileToTrustMustBeThere() {
        refuses("is no file", Map.of(Setting.STORE, "cassandra", Setting.CASSANDRA_TLS, "/nowhere.pem"));
    }
}
