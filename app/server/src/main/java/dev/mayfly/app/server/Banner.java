package dev.mayfly.app.server;

import dev.mayfly.app.console.ServerFacts.FaceFacts;
import dev.mayfly.app.console.WindableClock;
import dev.mayfly.app.server.config.ServerConfig.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The text that {@code serve} prints once everything listens: the addresses, and the lines to paste into a client. */
public final class Banner {
    private Banner() {}

    public static String of(MayflyServer server) {
        List<String[]> rows = new ArrayList<>();
        for (FaceFacts face : server.faces()) {
            rows.add(
                    new String[] {face.face(), face.address(), face.connectionString() + server.credentials(face.face())
                    });
        }
        rows.add(new String[] {"clock", clock(server), ""});
        rows.add(new String[] {"data", place(server), ""});
        int first = rows.stream().mapToInt(row -> row[0].length()).max().orElse(0);
        int second = server.faces().stream()
                .mapToInt(face -> face.address().length())
                .max()
                .orElse(0);
        StringBuilder text = new StringBuilder("mayfly " + Version.current() + " is ready\n\n");
        for (String[] row : rows) {
            String line = "  " + padded(row[0], first) + "  " + padded(row[1], second) + "  " + row[2];
            text.append(line.stripTrailing()).append('\n');
        }
        return text.toString();
    }

    private static String padded(String word, int width) {
        return word + " ".repeat(Math.max(0, width - word.length()));
    }

    private static String clock(MayflyServer server) {
        Optional<WindableClock> virtual = server.virtualClock();
        if (virtual.isEmpty()) {
            String state = switch (server.engine().clock().state()) {
                case STEADY -> "";
                case HELD_BACK -> ", held back until the machine's wall has caught up";
                case SUSPECT -> ", suspect: nothing is destroyed until mayfly clock confirm";
            };
            return "system" + state;
        }
        return "virtual, " + (virtual.get().isFrozen() ? "standing still at " : "running from ")
                + virtual.get().now() + "; wind it with mayfly clock advance 2h";
    }

    private static String place(MayflyServer server) {
        return switch (server.config().place()) {
            case Place.Memory _ -> "in memory, gone when the server stops";
            case Place.Cassandra cassandra -> "keyspace " + cassandra.keyspace() + " of Cassandra";
            case Place.Folder folder ->
                folder.path().toAbsolutePath().normalize().toString();
        };
    }
}
