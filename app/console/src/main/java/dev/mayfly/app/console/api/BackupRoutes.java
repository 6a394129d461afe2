package dev.mayfly.app.console.api;

import dev.mayfly.app.console.BackupService;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.operation.WorkFailed;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Copies of the whole server that are written while it goes on. */
final class BackupRoutes {
    private final @Nullable BackupService desk;
    private final boolean isShared;
    private final OperationRoutes operations;

    /**
     * @param desk null where nothing is kept on disk
     * @param isShared whether the server is one of a cluster
     */
    BackupRoutes(@Nullable BackupService desk, boolean isShared, OperationRoutes operations) {
        this.desk = desk;
        this.isShared = isShared;
        this.operations = operations;
    }

    HttpResponse write(HttpRequest request) {
        BackupService open = requireDesk();
        String folder = folder(request);
        return operations.begin("backup", place(open, folder), "bytes", progress -> open.write(folder, progress));
    }

    HttpResponse verify(HttpRequest request) {
        BackupService open = requireDesk();
        String folder = folder(request);
        return operations.begin("verify", place(open, folder), "bytes", progress -> open.verify(folder, progress));
    }

    HttpResponse list(HttpRequest request) {
        BackupService open = requireDesk();
        String folder = folder(request);
        String place = place(open, folder);
        try {
            List<BackupService.Kept> kept = open.list(folder);
            return ApiAnswers.json(200, Page.of(kept, Page.Wanted.of(request), BackupRoutes::position));
        } catch (WorkFailed failure) {
            throw AdminException.notFound("in " + place + ": " + failure.words());
        }
    }

    private static String position(BackupService.Kept backup) {
        return String.format(Locale.ROOT, "%09d", backup.number());
    }

    private BackupService requireDesk() {
        if (desk == null) {
            throw new AdminException(
                    409,
                    "unsupported",
                    isShared
                            ? "the data of a cluster is in Cassandra, which has snapshots of its own (nodetool snapshot"
                                    + " on all nodes, then repair after a restore); or export collections"
                            : "a server that keeps nothing on disk has no files to copy; export collections");
        }
        return desk;
    }

    private static String folder(HttpRequest request) {
        return ApiAnswers.argument(request, "folder").orElse(".");
    }

    private static String place(BackupService desk, String folder) {
        try {
            return desk.place(folder);
        } catch (IllegalArgumentException wrong) {
            throw AdminException.badRequest(String.valueOf(wrong.getMessage()));
        }
    }
}
