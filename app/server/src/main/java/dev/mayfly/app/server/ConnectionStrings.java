package dev.mayfly.app.server;

import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.ServerConfig.TlsChoice;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import dev.mayfly.face.couchbase.CouchbaseUser;
import dev.mayfly.face.couchbase.bucket.NodePorts;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Connection strings to paste into a client. Passwords are left for the user to fill in. */
final class ConnectionStrings {
    private ConnectionStrings() {}

    /** @param ports of the couchbase face, asked for only where it is the one */
    static String of(FaceName face, InetSocketAddress address, Supplier<NodePorts> ports, ServerConfig config) {
        boolean encrypted = !(config.access().tls() instanceof TlsChoice.Off);
        return switch (face) {
            case MONGO -> mongo(authority(address), config, encrypted);
            case COSMOS -> "AccountEndpoint=https://" + cosmos(address) + "/;AccountKey=" + cosmosKey(config) + ";";
            case COUCHBASE -> couchbase(address.getAddress(), ports.get());
            case ADMIN -> (encrypted ? "https://" : "http://") + authority(address);
        };
    }

    private static String mongo(String authority, ServerConfig config, boolean encrypted) {
        StringBuilder text = new StringBuilder("mongodb://");
        if (config.access().loginRequired()) {
            String user = URLEncoder.encode(config.access().users().getFirst().name(), StandardCharsets.UTF_8);
            text.append(user.replace("+", "%20")).append(":PASSWORD@");
        }
        List<String> options = new ArrayList<>();
        String set = config.mongo().replicaSet();
        if (set != null) {
            options.add("replicaSet=" + set);
        } else if (!(config.place() instanceof ServerConfig.Place.Cassandra)) {
            // One of several servers is a mongos to its clients, who may add others to the string.
            options.add("directConnection=true");
        }
        if (config.access().loginRequired()) {
            options.add("authSource=admin");
        }
        if (encrypted) {
            options.add("tls=true");
        }
        if (config.access().tls() instanceof TlsChoice.Auto) {
            options.add("tlsAllowInvalidCertificates=true");
        }
        text.append(authority).append('/');
        return options.isEmpty() ? text.toString() : text + "?" + String.join("&", options);
    }

    /**
     * Leaves the usual ports out. The SDK for Java knows a node by its host and its management port: where that is not the
     * usual one, and the SDK is not told, requests that it makes while it opens a bucket may be lost on their way.
     */
    static String couchbase(InetAddress address, NodePorts ports) {
        String scheme = ports.encrypted() ? "couchbases://" : "couchbase://";
        String kv = authority(new InetSocketAddress(address, ports.keyValue()));
        if (ports.management() != standard(Setting.COUCHBASE_PORT)) {
            String manager = authority(new InetSocketAddress(address, ports.management()));
            return scheme + kv + "=kv," + manager + "=manager";
        }
        boolean isUsual = !ports.encrypted() && ports.keyValue() == standard(Setting.KV_PORT);
        return scheme + (isUsual ? kv.substring(0, kv.lastIndexOf(':')) : kv);
    }

    private static int standard(Setting port) {
        return Integer.parseInt(port.standard());
    }

    /** Returns the further credentials that a client of this face needs, or empty. */
    static String credentials(FaceName face, ServerConfig config) {
        return switch (face) {
            case MONGO, COSMOS, ADMIN -> "";
            case COUCHBASE ->
                config.access().users().isEmpty()
                        ? "  user " + CouchbaseUser.INSTALLED.name() + ", password "
                                + CouchbaseUser.INSTALLED.password()
                        : "  user " + config.access().users().getFirst().name() + ", password PASSWORD";
        };
    }

    /** A client checks a certificate it does not know only where it is called by this name. */
    private static String cosmos(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        return ip.isLoopbackAddress() ? "localhost:" + address.getPort() : authority(address);
    }

    /** A key of one's own is left for the person to fill in. */
    private static String cosmosKey(ServerConfig config) {
        return config.cosmos().keys().isEmpty() ? CosmosKeys.EMULATOR : "KEY";
    }

    /** Host and port as a client on this machine writes them. */
    static String authority(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        if (ip.isAnyLocalAddress()) {
            return "localhost:" + address.getPort();
        }
        String literal = ip.getHostAddress();
        return (ip instanceof Inet6Address ? "[" + literal + "]" : literal) + ":" + address.getPort();
    }
}
