package dev.mayfly.test.testkit;

import java.nio.file.Path;
import java.util.Map;

/** Starts each server as a process of its own, from a release. */
final class ProcessProvider implements ServerProvider {
    static final int JAVA = 17;

    @Override
    public int javaVersion() {
        return JAVA;
    }

    @Override
    public RunningServer start(Map<String, String> flags) {
        Path launcher = ReleaseSearch.ofProcess().launcher();
        return ServerProcess.start(launcher, flags);
    }

    @Override
    public boolean supports(Class<?> type) {
        return false;
    }
}
