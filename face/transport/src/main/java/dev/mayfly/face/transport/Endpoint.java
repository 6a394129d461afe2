package dev.mayfly.face.transport;

import java.net.InetSocketAddress;
import org.jspecify.annotations.Nullable;

/**
 * The address to listen on, and its encryption.
 *
 * @param address port 0 takes any free port
 * @param tls null for plain connections only
 * @param alsoPlain whether plain connections are taken beside encrypted ones; the first byte tells them apart
 */
public record Endpoint(InetSocketAddress address, @Nullable Tls tls, boolean alsoPlain) {
    public static Endpoint plain(InetSocketAddress address) {
        return new Endpoint(address, null, true);
    }

    public static Endpoint encrypted(InetSocketAddress address, Tls tls) {
        return new Endpoint(address, tls, false);
    }

    public static Endpoint either(InetSocketAddress address, Tls tls) {
        return new Endpoint(address, tls, true);
    }
}
