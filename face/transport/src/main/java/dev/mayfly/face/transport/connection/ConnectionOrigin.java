package dev.mayfly.face.transport.connection;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One address as the peer of one face: its connections that have not logged in, and those that wait. Guarded by the
 * registry.
 */
final class ConnectionOrigin {
    private static final int IPV6_NETWORK_BYTES = 8;

    /** @param network the peer's address, of IPv6 its network of 64 bits, which one customer usually has whole */
    record Key(String face, List<Byte> network) {
        static Key of(ChannelConnection connection) {
            InetAddress address = connection.peer().getAddress();
            byte[] bytes = address.getAddress();
            byte[] kept = address instanceof Inet6Address && !address.isLoopbackAddress()
                    ? Arrays.copyOf(bytes, IPV6_NETWORK_BYTES)
                    : bytes;
            Byte[] boxed = new Byte[kept.length];
            Arrays.setAll(boxed, i -> kept[i]);
            return new Key(connection.face(), List.of(boxed));
        }
    }

    private final Key key;
    private final int strangersMax;
    private final Set<ChannelConnection> strangers = new LinkedHashSet<>();
    private final Set<ChannelConnection> waiting = new LinkedHashSet<>();

    /** @param strangersMax connections that have not logged in */
    ConnectionOrigin(Key key, int strangersMax) {
        this.key = key;
        this.strangersMax = strangersMax;
    }

    Key key() {
        return key;
    }

    /** The connections that have not logged in. */
    Set<ChannelConnection> strangers() {
        return strangers;
    }

    /** The connections that wait for room, the first to come first. */
    Set<ChannelConnection> waiting() {
        return waiting;
    }

    boolean isFull() {
        return strangers.size() >= strangersMax;
    }

    boolean isEmpty() {
        return strangers.isEmpty() && waiting.isEmpty();
    }

    @Nullable
    ChannelConnection firstWaiting() {
        return waiting.isEmpty() ? null : waiting.iterator().next();
    }
}
