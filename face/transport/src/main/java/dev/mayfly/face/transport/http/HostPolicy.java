package dev.mayfly.face.transport.http;

import dev.mayfly.face.transport.connection.Addresses;
import dev.mayfly.face.transport.connection.Connection;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The host names that a port answers to, and the origins whose pages may call it. Immutable except for a cache. */
public final class HostPolicy {
    /*
     * A web page may make its visitor's browser call a port on the visitor's own machine. It reaches the port under the
     * page's own name, once that name is made to point here (DNS rebinding), so names we do not know are refused; or it
     * calls across origins, and then the browser says so in Origin, which must be the very host that is called. An
     * address in digits cannot be rebound: the one the connection arrived at is always known.
     */
    private static final Set<String> LOOPBACK_NAMES = Set.of("localhost", "127.0.0.1", "[::1]");

    private final Set<String> hosts;
    private final Set<String> origins;
    /** The last name accepted, since a client keeps using one name. */
    private volatile Named last = new Named("", null);

    /** @param host null when the header is none */
    private record Named(String header, @Nullable String host) {}

    private HostPolicy(Set<String> hosts, Set<String> origins) {
        this.hosts = Set.copyOf(hosts);
        this.origins = Set.copyOf(origins);
    }

    /** Returns a policy that accepts only the names of loopback. */
    public static HostPolicy loopback() {
        return new HostPolicy(LOOPBACK_NAMES, Set.of());
    }

    /** Answers to this name, too; no port. */
    public HostPolicy withHost(String name) {
        Set<String> more = new HashSet<>(hosts);
        more.add(name.toLowerCase(Locale.ROOT));
        return new HostPolicy(more, origins);
    }

    /** Lets pages of this origin call, such as {@code https://console.example}. */
    public HostPolicy withOrigin(String origin) {
        Set<String> more = new HashSet<>(origins);
        more.add(origin.toLowerCase(Locale.ROOT));
        return new HostPolicy(hosts, more);
    }

    boolean allows(HttpFields fields, Connection connection) {
        List<String> named = fields.all("Host");
        if (named.size() != 1) {
            return false;
        }
        String authority = named.getFirst().toLowerCase(Locale.ROOT);
        Named known = last;
        if (!known.header.equals(authority)) {
            known = new Named(authority, hostOf(authority));
            last = known;
        }
        String host = known.host;
        if (host == null || !(hosts.contains(host) || host.equals(arrivedAt(connection)))) {
            return false;
        }
        List<String> origin = fields.all("Origin");
        return origin.isEmpty() || (origin.size() == 1 && allowsOrigin(origin.getFirst(), authority, connection));
    }

    private boolean allowsOrigin(String origin, String authority, Connection connection) {
        String plain = origin.toLowerCase(Locale.ROOT);
        String own = (connection.isSecure() ? "https://" : "http://") + authority;
        return plain.equals(own) || origins.contains(plain);
    }

    private static String arrivedAt(Connection connection) {
        return Addresses.literal(connection.local().getAddress());
    }

    /** The host without its port, or null if it is none. */
    private static @Nullable String hostOf(String authority) {
        try {
            URI uri = new URI("http://" + authority);
            boolean isAuthorityAlone = uri.getRawUserInfo() == null
                    && uri.getRawPath().isEmpty()
                    && uri.getRawQuery() == null
                    && uri.getRawFragment() == null;
            return isAuthorityAlone ? uri.getHost() : null;
        } catch (URISyntaxException _) {
            return null;
        }
    }
}
