package dev.mayfly.examples.cache;

import com.couchbase.client.core.error.DocumentNotFoundException;
import com.couchbase.client.java.Collection;
import com.couchbase.client.java.json.JsonObject;
import com.couchbase.client.java.kv.UpsertOptions;
import java.time.Duration;
import java.util.function.Function;

/** Rendered pages, each kept for five minutes after somebody has asked for it last. */
public final class PageCache {
    static final Duration KEPT = Duration.ofMinutes(5);

    private final Collection pages;
    private final Function<String, String> renderer;

    public PageCache(Collection pages, Function<String, String> renderer) {
        this.pages = pages;
        this.renderer = renderer;
    }

    public String page(String path) {
        try {
            return pages.getAndTouch(path, KEPT).contentAsObject().getString("html");
        } catch (DocumentNotFoundException _) {
            String html = renderer.apply(path);
            pages.upsert(
                    path,
                    JsonObject.create().put("html", html),
                    UpsertOptions.upsertOptions().expiry(KEPT));
            return html;
        }
    }
}
