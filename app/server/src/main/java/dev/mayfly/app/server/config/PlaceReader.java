package dev.mayfly.app.server.config;

import dev.mayfly.app.server.config.ServerConfig.Place;
import dev.mayfly.store.cassandra.CassandraOptions;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Reads what is said about where documents are kept. */
final class PlaceReader {
    private static final int CASSANDRA_PORT = 9_042;
    private static final int REPLICATION_MAX = 9;
    private static final List<Setting> OF_CASSANDRA = List.of(
            Setting.CASSANDRA_CONTACT_POINTS,
            Setting.CASSANDRA_DATACENTER,
            Setting.CASSANDRA_KEYSPACE,
            Setting.CASSANDRA_REPLICATION,
            Setting.CASSANDRA_USER,
            Setting.CASSANDRA_PASSWORD_FILE,
            Setting.CASSANDRA_TLS);

    private final SettingValues values;

    PlaceReader(SettingValues values) {
        this.values = values;
    }

    Place read() {
        Place embedded = embedded();
        if (!values.oneOf(Setting.STORE, Map.of("embedded", false, "cassandra", true))) {
            refuseWithout(OF_CASSANDRA, "is for --store cassandra");
            return embedded;
        }
        refuseWithout(List.of(Setting.DATA, Setting.IN_MEMORY), "and --store cassandra exclude each other");
        return cassandra();
    }

    /** Notes as mistakes those of the command line: what a file or the environment says may be meant for other starts. */
    private void refuseWithout(List<Setting> settings, String why) {
        for (Setting setting : settings) {
            if (values.of(setting).source() == SettingText.Source.FLAG) {
                values.mistake(setting, why);
            }
        }
    }

    private Place embedded() {
        SettingText data = values.of(Setting.DATA);
        SettingText memory = values.of(Setting.IN_MEMORY);
        boolean inMemory = values.bool(Setting.IN_MEMORY);
        boolean both = inMemory && data.source() != SettingText.Source.STANDARD && data.source() == memory.source();
        if (both) {
            values.mistake(Setting.IN_MEMORY, "and " + data.where() + " exclude each other");
        }
        return inMemory && memory.source().compareTo(data.source()) >= 0
                ? new Place.Memory()
                : new Place.Folder(Path.of(data.text()));
    }

    private Place cassandra() {
        String keyspace = values.of(Setting.CASSANDRA_KEYSPACE).text();
        if (!CassandraOptions.isKeyspace(keyspace)) {
            values.mistake(
                    Setting.CASSANDRA_KEYSPACE,
                    "\"" + keyspace
                            + "\" is not a name of at most 48 small letters, digits and underscores, a letter first");
        }
        String user = values.of(Setting.CASSANDRA_USER).text();
        Path password = file(Setting.CASSANDRA_PASSWORD_FILE);
        if (user.isEmpty() != (password == null)) {
            values.mistake(Setting.CASSANDRA_USER, "a user needs a password file, and a password file a user");
        }
        if (password != null && Files.isRegularFile(password)) {
            OwnerOnly.check(password).ifPresent(wrong -> values.mistake(Setting.CASSANDRA_PASSWORD_FILE, wrong));
        }
        return new Place.Cassandra(
                contactPoints(),
                values.of(Setting.CASSANDRA_DATACENTER).text(),
                keyspace,
                values.number(Setting.CASSANDRA_REPLICATION, REPLICATION_MAX),
                user,
                password,
                file(Setting.CASSANDRA_TLS));
    }

    private @Nullable Path file(Setting setting) {
        String text = values.of(setting).text();
        if (text.isEmpty()) {
            return null;
        }
        if (!Files.isRegularFile(Path.of(text))) {
            values.mistake(setting, "\"" + text + "\" is no file");
        }
        return Path.of(text);
    }

    private List<InetSocketAddress> contactPoints() {
        List<InetSocketAddress> points = new ArrayList<>();
        for (String word : values.words(Setting.CASSANDRA_CONTACT_POINTS)) {
            int colon = word.lastIndexOf(':');
            // An address of IPv6 has colons of its own, and stands in brackets where a port follows.
            boolean hasPort = colon > 0 && (word.indexOf(':') == colon || word.charAt(colon - 1) == ']');
            String host = hasPort ? word.substring(0, colon) : word;
            try {
                int port = hasPort ? Integer.parseInt(word.substring(colon + 1)) : CASSANDRA_PORT;
                points.add(new InetSocketAddress(host, port));
            } catch (IllegalArgumentException _) {
                values.mistake(Setting.CASSANDRA_CONTACT_POINTS, "\"" + word + "\" is neither host nor host:port");
            }
        }
        if (points.isEmpty()) {
            values.mistake(Setting.CASSANDRA_CONTACT_POINTS, "one node at least");
        }
        return points;
    }
}
