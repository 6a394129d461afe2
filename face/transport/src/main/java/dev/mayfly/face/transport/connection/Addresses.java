package dev.mayfly.face.transport.connection;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;

/** Formats socket addresses. */
public final class Addresses {
    private Addresses() {}

    /** Such as {@code 127.0.0.1:27017} or {@code [::1]:27017}; an unresolved address by its name. */
    public static String text(InetSocketAddress address) {
        InetAddress ip = address.getAddress();
        String host = ip == null ? address.getHostString() : literal(ip);
        return host + ":" + address.getPort();
    }

    /** The address in digits, IPv6 in brackets and without its zone, as it stands in a URL. */
    public static String literal(InetAddress ip) {
        String digits = ip.getHostAddress();
        if (ip instanceof Inet6Address) {
            int zone = digits.indexOf('%');
            return "[" + (zone < 0 ? digits : digits.substring(0, zone)) + "]";
        }
        return digits;
    }
}
