package dev.mayfly.app.server.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.ServerConfig.ClockChoice;
import dev.mayfly.app.server.config.ServerConfig.CouchbaseChoice;
import dev.mayfly.app.server.config.ServerConfig.LogStyle;
import dev.mayfly.app.server.config.ServerConfig.Place;
import dev.mayfly.app.server.config.ServerConfig.TlsChoice;
import dev.mayfly.face.couchbase.bucket.Edition;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.store.api.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfigReaderTest {
    private static final String OR_OPEN = ", or --auth open where only those who may reach its ports";

    private static final String USERS = "auth: {users: [{name: ann, password: secret}]}\n";
    private static final String KEY = Base64.getEncoder().encodeToString(new byte[64]);
    private static final String READING_KEY = Base64.getEncoder().encodeToString(new byte[32]);
    private static final String KEYS = "faces: {cosmos: {keys: {primary: \"" + KEY + "\"}}}\n";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void defaultsAreASafeServerOnLoopback() throws ConfigException {
        ServerConfig config = read(Map.of(), Map.of(), "");
        assertEquals(new Place.Folder(Path.of("./data")), config.place());
        assertTrue(config.bind().isLoopbackAddress());
        assertEquals(
                Map.of(FaceName.MONGO, 27017, FaceName.COSMOS, 8081, FaceName.COUCHBASE, 8091, FaceName.ADMIN, 8080),
                config.ports());
        assertEquals(List.of("South Central US"), config.cosmos().regions());
        assertEquals(
                new CouchbaseChoice(
                        11210, 8093, dev.mayfly.face.couchbase.bucket.CouchbaseRelease.R7_6, Edition.ENTERPRISE, 1024),
                config.couchbase());
        assertNull(config.mongo().replicaSet());
        assertEquals(MongoRelease.V7_0, config.mongo().release());
        assertEquals(new ClockChoice.MachineClock(), config.clock());
        assertEquals(Durability.LOGGED, config.durability());
        assertEquals(Duration.ofHours(1), config.expiry().changeGrace());
        assertEquals(Duration.ofHours(24), config.changeRetention());
        assertFalse(config.erasureRecord());
        assertFalse(config.access().loginRequired());
        assertEquals(new TlsChoice.Off(), config.access().tls());
        assertEquals(new LogStyle(LogStyle.Format.TEXT, "info", false), config.log());
    }

    @Test
    void everySettingOfTheFileIsRead() throws ConfigException {
        ServerConfig config = read(Map.of(), Map.of(), """
            data: /var/lib/mayfly
            bind: 127.0.0.2
            hosts: [db.example, other.example]
            faces:
              enabled: [admin]
              mongo: {port: 1, replset: rs0, compat: 3.6, test-commands: true}
              couchbase: {port: 4, kv-port: 5, query-port: 6, compat: 7.2, edition: community, vbuckets: 64}
              cosmos: {port: 3, regions: [West US, North Europe]}
              admin: {port: 2}
            clock: virtual@2026-01-01T00:00:00Z
            durability: synced
            changes: {retention: 7d}
            ttl: {change-grace: 90m}
            tls: {mode: auto}
            auth: {mode: required, users: [{name: ann, password: secret, roles: [read]}]}
            log: {format: json, level: debug}
            """);
        assertEquals(new Place.Folder(Path.of("/var/lib/mayfly")), config.place());
        assertEquals("127.0.0.2", config.bind().getHostAddress());
        assertEquals(List.of("db.example", "other.example"), config.hosts());
        assertEquals(Map.of(FaceName.ADMIN, 2), config.ports());
        assertEquals(List.of("West US", "North Europe"), config.cosmos().regions());
        assertEquals(
                new CouchbaseChoice(
                        5, 6, dev.mayfly.face.couchbase.bucket.CouchbaseRelease.R7_2, Edition.COMMUNITY, 64),
                config.couchbase());
        assertEquals("rs0", config.mongo().replicaSet());
        assertEquals(MongoRelease.V3_6, config.mongo().release());
        assertTrue(config.mongo().testCommands());
        assertEquals(new ClockChoice.VirtualClock(Instant.parse("2026-01-01T00:00:00Z")), config.clock());
        assertEquals(Durability.SYNCED, config.durability());
        assertEquals(Duration.ofMinutes(90), config.expiry().changeGrace());
        assertEquals(Duration.ofDays(7), config.changeRetention());
        assertEquals(new TlsChoice.Auto(), config.access().tls());
        assertTrue(config.access().loginRequired());
        assertEquals(
                List.of(new UserSetting("ann", "secret", List.of("read"))),
                config.access().users());
        assertEquals(new LogStyle(LogStyle.Format.JSON, "debug", false), config.log());
    }

    @Test
    void flagWinsOverEnvironmentOverFileOverDefault() throws ConfigException {
        String file = "faces: {mongo: {port: 1}, admin: {port: 1}}\ndurability: synced\n";
        Map<String, String> environment = Map.of("MAYFLY_FACES_MONGO_PORT", "2", "MAYFLY_FACES_ADMIN_PORT", "2");
        ServerConfig config = read(Map.of(Setting.MONGO_PORT, "3"), environment, file);
        assertEquals(
                Map.of(FaceName.MONGO, 3, FaceName.COSMOS, 8081, FaceName.COUCHBASE, 8091, FaceName.ADMIN, 2),
                config.ports());
        assertEquals(Durability.SYNCED, config.durability());
        assertEquals(Duration.ofHours(1), config.expiry().changeGrace());
    }

    @Test
    void memoryAndFolderGoByTheirSources() throws ConfigException {
        assertEquals(
                new Place.Memory(),
                read(Map.of(Setting.IN_MEMORY, "true"), Map.of(), "data: d").place());
        assertEquals(
                new Place.Folder(Path.of("d")),
                read(Map.of(Setting.DATA, "d"), Map.of(), "in-memory: true").place());
        assertMistakes(
                "--in-memory: and --data exclude each other", Map.of(Setting.IN_MEMORY, "true", Setting.DATA, "d"), "");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "fases: {mongo: {port: 1}}              | mayfly.yaml:1:1: unknown key \"fases\"; did you mean"
                        + " \"faces\"?",
                "faces: {mongo: {prot: 1}}              | mayfly.yaml:1:17: unknown key \"faces.mongo.prot\"; did you"
                        + " mean \"port\"?",
                "faces: {zebra: {port: 1}}              | mayfly.yaml:1:9: unknown key \"faces.zebra\"",
                "faces: {mongo: {port: many}}           | mayfly.yaml:1:23: \"many\" is not a port (0 to 65535, where"
                        + " 0 is any free one)",
                "faces: {mongo: {port: 65536}}          | mayfly.yaml:1:23: \"65536\" is not a port (0 to 65535, where"
                        + " 0 is any free one)",
                "faces: 7                               | mayfly.yaml:1:8: faces must be a list of \"name: value\"",
                "data: {a: b}                           | mayfly.yaml:1:7: data must be a single value",
                "data: [a                               | mayfly.yaml:1:9: expected ',' or ']', but got <stream end>",
                "durability: sinced                     | mayfly.yaml:1:13: \"sinced\" is none of logged, synced; did"
                        + " you mean \"synced\"?",
                "ttl: {change-grace: soon}              | mayfly.yaml:1:21: \"soon\" is not a duration such as 90s,"
                        + " 15m, 7d or PT1H",
                "clock: virtual@noon                    | mayfly.yaml:1:8: \"noon\" is not an instant such as"
                        + " 2026-01-01T00:00:00Z",
                "clock: sundial                         | mayfly.yaml:1:8: \"sundial\" is none of system, virtual,"
                        + " virtual@INSTANT",
                "faces: {enabled: [mango]}              | mayfly.yaml:1:18: unknown face \"mango\"; did you mean"
                        + " \"mongo\"?",
                "faces: {couchbase: {compat: 6.5}}      | mayfly.yaml:1:29: \"6.5\" is none of 7.2, 7.6; did you"
                        + " mean \"7.2\"?",
                "faces: {couchbase: {edition: comunity}}| mayfly.yaml:1:30: \"comunity\" is none of community,"
                        + " enterprise; did you mean \"community\"?",
                "faces: {couchbase: {vbuckets: 100}}    | mayfly.yaml:1:31: \"100\" is none of 1024, 64; did you mean"
                        + " \"1024\"?",
                "faces: {cosmos: {regions: []}}         | mayfly.yaml:1:27: an account is in one region at least",
                "faces: {cosmos: {keys: {primry: x}}}   | mayfly.yaml:1:25: unknown key \"faces.cosmos.keys.primry\";"
                        + " did you mean \"primary\"?",
                "auth: {mode: required}                 | mayfly.yaml:1:14: nobody could log in; name users in"
                        + " auth.users of mayfly.yaml",
                "auth: {users: [{name: ann}]}           | mayfly.yaml:1:16: a user needs a name and a password",
                "auth: {users: [{nme: a, password: b}]} | mayfly.yaml:1:17: unknown key \"nme\" of a user; did you"
                        + " mean \"name\"?",
                "tls: {mode: nowhere.pem}               | mayfly.yaml:1:13: \"nowhere.pem\" is neither off, nor auto,"
                        + " nor a file",
            })
    void mistakeIsNamedWithItsPlace(String file, String mistake) {
        List<String> mistakes = mistakes(Map.of(), Map.of(), file);
        assertTrue(mistakes.contains(mistake), mistakes.toString());
    }

    @Test
    void keyGivenTwiceIsAMistake() {
        assertMistakes("mayfly.yaml:2:1: data is given twice", Map.of(), "data: a\ndata: b\n");
    }

    @Test
    void allMistakesAreNamedAtOnce() {
        assertEquals(
                3,
                mistakes(Map.of(Setting.MONGO_PORT, "x"), Map.of(), "dta: a\nclock: b\n")
                        .size());
    }

    @Test
    void mistakeInTheEnvironmentNamesTheVariable() {
        assertEquals(
                List.of("MAYFLY_DURABILITY: \"never\" is none of logged, synced"),
                mistakes(Map.of(), Map.of("MAYFLY_DURABILITY", "never"), ""));
    }

    @Test
    void openToOtherMachinesNeedsUsersAndTls() throws ConfigException {
        Map<Setting, String> flags = Map.of(Setting.BIND, "0.0.0.0");
        assertMistakes(
                "--bind: 0.0.0.0 is open to other machines, which needs users, keys and TLS; set auth.users in"
                        + " mayfly.yaml and faces.cosmos.keys in mayfly.yaml and tls.mode: auto or a PEM file (--tls), or"
                        + " bind to 127.0.0.1" + OR_OPEN,
                flags,
                "");
        assertMistakes(
                "--bind: 0.0.0.0 is open to other machines, which needs users, keys and TLS; set tls.mode: auto or a"
                        + " PEM file (--tls), or bind to 127.0.0.1" + OR_OPEN,
                flags,
                USERS + KEYS);
        assertMistakes(
                "--bind: 0.0.0.0 is open to other machines, which needs users, keys and TLS; set auth.mode: required"
                        + " (not none), or bind to 127.0.0.1" + OR_OPEN,
                Map.of(Setting.BIND, "0.0.0.0", Setting.AUTH, "none", Setting.TLS, "auto"),
                USERS + KEYS);
        assertTrue(read(Map.of(Setting.BIND, "0.0.0.0", Setting.TLS, "auto"), Map.of(), USERS + KEYS)
                .access()
                .loginRequired());
        Map<Setting, String> withoutCosmos =
                Map.of(Setting.BIND, "0.0.0.0", Setting.TLS, "auto", Setting.FACES, "mongo");
        assertTrue(read(withoutCosmos, Map.of(), USERS).access().loginRequired());
        Map<Setting, String> couchbaseAlone =
                Map.of(Setting.BIND, "0.0.0.0", Setting.TLS, "auto", Setting.FACES, "couchbase");
        assertMistakes(
                "--bind: 0.0.0.0 is open to other machines, which needs users, keys and TLS; set auth.users in"
                        + " mayfly.yaml, or bind to 127.0.0.1" + OR_OPEN,
                couchbaseAlone,
                "");
        assertTrue(read(couchbaseAlone, Map.of(), USERS).access().loginRequired());
    }

    @Test
    void openAsksNobodyToLogInWhereverItListens() throws ConfigException {
        Map<Setting, String> flags = Map.of(Setting.BIND, "0.0.0.0", Setting.AUTH, "open");
        assertFalse(read(flags, Map.of(), "").access().loginRequired());
        assertFalse(read(flags, Map.of(), KEYS).access().loginRequired());
        assertMistakes(
                "--auth: open asks nobody to log in, and mayfly.yaml names users in auth.users; leave out one of the two",
                flags,
                USERS);
    }

    @Test
    void keysOfTheCosmosFaceAreReadAndNeverShown() throws ConfigException {
        ServerConfig config = read(
                Map.of(),
                Map.of(),
                "faces: {cosmos: {keys: {primary: \"" + KEY + "\", secondary: \"" + KEY + "\", primary-readonly: \""
                        + READING_KEY + "\"}}}");
        assertEquals(List.of(KEY, KEY), config.cosmos().keys());
        assertEquals(List.of(READING_KEY), config.cosmos().readingKeys());
        assertFalse(config.toString().contains(KEY) || config.toString().contains(READING_KEY));
        assertMistakes(
                "mayfly.yaml:1:24: faces.cosmos.keys has no primary key",
                Map.of(),
                "faces: {cosmos: {keys: {primary-readonly: \"" + KEY + "\"}}}");
        assertMistakes(
                "mayfly.yaml:1:34: a key has at least 32 bytes, in base64",
                Map.of(),
                "faces: {cosmos: {keys: {primary: secret}}}");
        assertMistakes(
                "--auth: the cosmos face would open to a key that everybody knows; set faces.cosmos.keys in"
                        + " mayfly.yaml, or leave cosmos out of --face",
                Map.of(Setting.AUTH, "required"),
                USERS);
    }

    @Test
    void fileWithPasswordsIsForItsOwnerAlone() throws IOException, ConfigException {
        Path file = folder.resolve("mayfly.yaml");
        Files.writeString(file, USERS);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        ConfigException refused =
                assertThrows(ConfigException.class, () -> ConfigReader.read(Map.of(), Map.of(), file));
        assertTrue(refused.mistakes().getFirst().contains("chmod 600"), refused.getMessage());
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertEquals(
                1, ConfigReader.read(Map.of(), Map.of(), file).access().users().size());
    }

    @Test
    void fileThatIsNamedMustBeThere() {
        ConfigException refused = assertThrows(
                ConfigException.class, () -> ConfigReader.read(Map.of(), Map.of(), folder.resolve("none.yaml")));
        assertTrue(refused.mistakes().getFirst().endsWith("cannot be read"), refused.getMessage());
    }

    private static ServerConfig read(Map<Setting, String> flags, Map<String, String> environment, String file)
            throws ConfigException {
        return ConfigReader.readText(flags, environment, file);
    }

    private static List<String> mistakes(Map<Setting, String> flags, Map<String, String> environment, String file) {
        return assertThrows(ConfigException.class, () -> read(flags, environment, file))
                .mistakes();
    }

    private static void assertMistakes(String mistake, Map<Setting, String> flags, String file) {
        assertEquals(List.of(mistake), mistakes(flags, Map.of(), file));
    }

    @Test
    void usersMayStandInAFileOfTheirOwn(@TempDir Path folder) throws Exception {
        Path users = folder.resolve("users.yaml");
        Files.writeString(users, "- {name: ann, password: secret}\n- {name: bob, password: other, roles: [read]}\n");
        Path file = folder.resolve("mayfly.yaml");
        Files.writeString(file, "auth: {mode: required, users-file: users.yaml}\nfaces: {enabled: [mongo, admin]}\n");
        Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-------"));
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
        assertEquals(
                List.of("ann", "bob"),
                ConfigReader.read(Map.of(), Map.of(), file).access().users().stream()
                        .map(UserSetting::name)
                        .toList());

        Files.setPosixFilePermissions(users, PosixFilePermissions.fromString("rw-r--r--"));
        ConfigException open = assertThrows(ConfigException.class, () -> ConfigReader.read(Map.of(), Map.of(), file));
        assertTrue(open.mistakes().toString().contains("chmod 600 " + users), open.toString());
        Files.writeString(users, "- {nme: ann}\n");
        ConfigException wrong = assertThrows(ConfigException.class, () -> ConfigReader.read(Map.of(), Map.of(), file));
        assertTrue(
                wrong.mistakes().toString().contains("users.yaml:1:4: unknown key \"nme\" of a user"),
                wrong.toString());
    }

    @Test
    void shardsAreANumberWithinABound() throws Exception {
        assertEquals(1, ConfigReader.readText(Map.of(), Map.of(), "").shards());
        assertEquals(
                16,
                ConfigReader.readText(Map.of(), Map.of("MAYFLY_SHARDS", "16"), "")
                        .shards());
        for (String wrong : List.of("0", "4097", "-1", "two", "99999999999")) {
            ConfigException refused = assertThrows(
                    ConfigException.class, () -> ConfigReader.readText(Map.of(Setting.SHARDS, wrong), Map.of(), ""));
            assertTrue(
                    refused.mistakes().toString().contains("\"" + wrong + "\" is not a number from 1 to 4096"),
                    refused.toString());
        }
    }

    @Test
    void rateOfPurgingIsANumberASecond() throws Exception {
        assertEquals(
                20_000, ConfigReader.readText(Map.of(), Map.of(), "").expiry().purgeRate());
        assertEquals(
                1_500_000,
                ConfigReader.readText(Map.of(), Map.of(), "ttl: {purge: {rate: 1500k}}")
                        .expiry()
                        .purgeRate());
        ConfigException none = assertThrows(
                ConfigException.class, () -> ConfigReader.readText(Map.of(Setting.PURGE_RATE, "0"), Map.of(), ""));
        assertTrue(
                none.mistakes().toString().contains("--purge-rate: \"0\" is not a number a second"), none.toString());
    }
}
