package dev.mayfly.app.console.api;

import dev.mayfly.app.console.AdminServices;
import dev.mayfly.app.console.RequestTarget;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.view.CollectionNames;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.erasure.Erasure;
import dev.mayfly.engine.erasure.ErasureLog;
import dev.mayfly.engine.erasure.ErasurePage;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The routes of the erasure record: expired documents that were destroyed, to be listed and exported. */
final class ErasureRoutes {
    private static final String JSON_LINES = "application/jsonl";
    private static final int READ_AT_ONCE = 1_000;

    private final Engine engine;

    ErasureRoutes(AdminServices services) {
        this.engine = services.engine();
    }

    /**
     * An erasure.
     *
     * @param hash SHA-256 of collection and key, in hexadecimal
     * @param by {@code sweep}, {@code write}, {@code access}, {@code compaction} or {@code purge}
     */
    record ErasureView(
            String collection,
            String hash,
            String rule,
            @Nullable InstantView deadline,
            @Nullable InstantView destroyedAt,
            String by) {
        static ErasureView of(Erasure erasure) {
            return new ErasureView(
                    CollectionNames.text(erasure.collection()),
                    HexFormat.of().formatHex(erasure.hash()),
                    erasure.rule(),
                    InstantView.of(erasure.deadline()),
                    InstantView.of(erasure.destroyedAt()),
                    erasure.by().name().toLowerCase(Locale.ROOT));
        }
    }

    HttpResponse list(HttpRequest request) {
        CollectionName of = RequestTarget.ofCollection(request);
        byte[] after = position(request);
        String accept = request.field("Accept");
        if (accept != null && accept.contains(JSON_LINES)) {
            return export(after, of);
        }
        ErasurePage page = engine.erasures().read(after, Page.Wanted.of(request).limit(), of);
        List<ErasureView> items = page.erasures().stream().map(ErasureView::of).toList();
        return ApiAnswers.json(200, new Page<>(items, page.hasMore() ? Page.token(page.next()) : null));
    }

    private static byte @Nullable [] position(HttpRequest request) {
        byte[] after = Page.position(request);
        if (after != null && !ErasureLog.isPosition(after)) {
            throw AdminException.badRequest("after is not the next of an earlier answer");
        }
        return after;
    }

    /** All that follows, a line each. */
    private HttpResponse export(byte @Nullable [] after, @Nullable CollectionName of) {
        return ApiAnswers.guarded(HttpResponse.streamed(200, JSON_LINES, stream -> {
            byte @Nullable [] position = after;
            boolean more = true;
            while (more) {
                ErasurePage page = engine.erasures().read(position, READ_AT_ONCE, of);
                StringBuilder lines = new StringBuilder();
                for (Erasure erasure : page.erasures()) {
                    lines.append(ApiAnswers.line(ErasureView.of(erasure)));
                }
                stream.send(lines.toString().getBytes(StandardCharsets.UTF_8));
                position = page.next();
                more = page.hasMore();
            }
        }));
    }
}
