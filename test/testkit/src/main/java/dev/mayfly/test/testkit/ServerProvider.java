package dev.mayfly.test.testkit;

import java.util.Map;

/**
 * Starts servers for tests. One that is found by {@link java.util.ServiceLoader} goes before a process; the artifact
 * {@code mayfly-embedded} has the one that starts them in this JVM.
 */
public interface ServerProvider {
    /** The feature version of Java that it needs. */
    int javaVersion();

    /**
     * Starts a server, or throws {@link IllegalStateException}.
     *
     * @param flags the options of {@code mayfly serve}, each by its long name, such as {@code --face}
     */
    RunningServer start(Map<String, String> flags);

    /** Returns true if a test may ask for the server as this type. */
    boolean supports(Class<?> type);
}
