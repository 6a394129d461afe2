package dev.mayfly.app.server;

import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.ServerConfig.TlsChoice;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import dev.mayfly.face.couchbase.CouchbaseUser;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** What a person pastes into a client. Passwords are left for the person to fill in. */
final class ConnectionStrings {
    private ConnectionStrings() {}

    static String of(FaceName face, InetSocketAddress address, ServerConfig config) {
        boolean encrypted = !(config.tls() instanceof TlsChoice.Off);
        return switch (face) {
            case MONGO -> mongo(authority(address), config, encrypted);
            case COSMOS -> "AccountEndpoint=https://" + cosmos(address) + "/;AccountKey=" + cosmosKey(config) + ";";
            case COUCHBASE -> couchbase(address, encrypted);
            case ADMIN -> (encrypted ? "https://" : "http://") + authority(address);
        };
    }

    private static String mongo(String authority, ServerConfig config, boolean encrypted) {
        StringBuilder text = new StringBuilder("mongodb://");
        if (config.loginRequired()) {
            String user = URLEncoder.encode(config.users().getFirst().name(), StandardCharsets.UTF_8);
            text.append(user.replace("+", "%20")).append(":PASSWORD@");
        }
        String set = config.replicaSet();
        text.append(authority).append(set == null ? "/?directConnection=true" : "/?replicaSet=" + set);
        if (config.loginRequired()) {
            text.append("&authSource=admin");
        }
        if (encrypted) {
            text.append("&tls=true");
        }
        if (config.tls() instanceof TlsChoice.Auto) {
            text.append("&tlsAllowInvalidCertificates=true");
        }
        return text.toString();
    }

    /** @param address of the key-value port; the usual one is left out */
    static String couchbase(InetSocketAddress address, boolean encrypted) {
        String authority = authority(address);
        String usual = ":" + Setting.KV_PORT.standard();
        String shown = !encrypted && authority.endsWith(usual)
                ? authority.substring(0, authority.length() - usual.length())
                : authority;
        return (encrypted ? "couchbases://" : "couchbase://") + shown;
    }

    /** What else a client of this face is asked for, or empty. */
    static String credentials(FaceName face, ServerConfig config) {
        return switch (face) {
            case MONGO, COSMOS, ADMIN -> "";
            case COUCHBASE ->
                config.users().isEmpty()
                        ? "  user " + CouchbaseUser.INSTALLED.name() + ", password "
                                + CouchbaseUser.INSTALLED.password()
                        : "  user " + config.users().getFirst().name() + ", password PASSWORD";
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
