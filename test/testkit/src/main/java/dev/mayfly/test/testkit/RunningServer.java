package dev.mayfly.test.testkit;

import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** A server that a {@link ServerProvider} has started. */
public interface RunningServer extends AutoCloseable {
    /** The address of its admin API. */
    URI adminUrl();

    /** What clients connect to, by the words of the faces that listen. */
    Map<String, String> connectionStrings();

    /** Its clock, if that is virtual. */
    Optional<ServerClock> clock();

    /** The server as an object of this type, where it runs in this process. */
    <T> Optional<T> unwrap(Class<T> type);

    @Override
    void close();
}
