package dev.mayfly.test.harness;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;

/** Commands of the system, which may be missing or forbidden. */
final class Commands {
    private Commands() {}

    /** Runs one to its end, whatever it prints; false also where there is no such command. */
    static boolean succeeds(String... command) throws InterruptedException {
        try {
            return new ProcessBuilder(command)
                            .redirectErrorStream(true)
                            .redirectOutput(Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException _) {
            return false;
        }
    }
}
