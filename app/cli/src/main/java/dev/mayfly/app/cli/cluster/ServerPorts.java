package dev.mayfly.app.cli.cluster;

import dev.mayfly.app.cli.show.CommandFailure;
import dev.mayfly.app.cli.show.ExitCode;
import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The ports of a server, in the order in which they are told, by the settings that say them. */
record ServerPorts(Map<Setting, Integer> bySetting) {
    static final List<Setting> SETTINGS = List.of(
            Setting.MONGO_PORT,
            Setting.COSMOS_PORT,
            Setting.COUCHBASE_PORT,
            Setting.KV_PORT,
            Setting.QUERY_PORT,
            Setting.ADMIN_PORT);

    /** Any free ports. */
    static final ServerPorts ANY = of(Map.of());

    private static ServerPorts of(Map<Setting, Integer> wanted) {
        Map<Setting, Integer> ports = new LinkedHashMap<>();
        SETTINGS.forEach(each -> ports.put(each, wanted.getOrDefault(each, 0)));
        return new ServerPorts(ports);
    }

    /** The ports that serve would take if nothing else is said. */
    static ServerPorts standard() {
        Map<Setting, Integer> ports = new LinkedHashMap<>();
        SETTINGS.forEach(each -> ports.put(each, Integer.valueOf(each.standard())));
        return of(ports);
    }

    ServerPorts with(Map<Setting, Integer> others) {
        Map<Setting, Integer> ports = new LinkedHashMap<>(bySetting);
        ports.putAll(others);
        return of(ports);
    }

    /**
     * Returns these ports with a free one for each 0. Another process may take one before the server does, which then
     * does not start.
     *
     * @throws CommandFailure if one is taken
     */
    ServerPorts onLoopback() {
        Map<Setting, Integer> found = new LinkedHashMap<>();
        List<ServerSocket> held = new ArrayList<>();
        try {
            // All are held until the last is found, so that no port is found twice.
            bySetting.forEach((setting, port) -> found.put(setting, hold(setting, port, held)));
        } finally {
            held.forEach(ServerPorts::release);
        }
        return new ServerPorts(found);
    }

    private static int hold(Setting setting, int port, List<ServerSocket> held) {
        try {
            ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
            held.add(socket);
            return socket.getLocalPort();
        } catch (IOException _) {
            throw new CommandFailure(ExitCode.FAILED, setting.flag() + ": port " + port + " is taken");
        }
    }

    private static void release(ServerSocket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // It listened on behalf of nobody.
        }
    }

    /** The options by which a server takes these ports. */
    List<String> options() {
        List<String> options = new ArrayList<>();
        bySetting.forEach((setting, port) -> options.addAll(List.of(setting.flag(), port.toString())));
        return options;
    }

    /** What a port is for, as its option says it: mongo, kv, http. */
    static String name(Setting setting) {
        return setting == Setting.ADMIN_PORT
                ? "admin"
                : setting.flag().replace("--", "").replace("-port", "");
    }
}
