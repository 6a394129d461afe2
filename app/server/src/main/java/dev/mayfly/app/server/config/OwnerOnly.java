package dev.mayfly.app.server.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** Checks that a file with secrets is accessible to its owner alone. */
public final class OwnerOnly {
    private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
            PosixFilePermission.GROUP_READ,
            PosixFilePermission.GROUP_WRITE,
            PosixFilePermission.OTHERS_READ,
            PosixFilePermission.OTHERS_WRITE);

    private OwnerOnly() {}

    /** Describes the fault in the file's permissions, if any; there is none on systems without such permissions. */
    public static Optional<String> check(Path file) {
        try {
            boolean open = Files.getPosixFilePermissions(file).stream().anyMatch(OTHERS::contains);
            return open
                    ? Optional.of(file + " holds secrets and others may read or change it; run: chmod 600 " + file)
                    : Optional.empty();
        } catch (UnsupportedOperationException _) {
            return Optional.empty();
        } catch (IOException _) {
            return Optional.of(file + " cannot be read");
        }
    }
}
