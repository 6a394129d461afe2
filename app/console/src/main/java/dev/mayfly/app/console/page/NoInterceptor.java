package dev.mayfly.app.console.page;

import gg.jte.TemplateOutput;
import gg.jte.html.HtmlInterceptor;
import java.util.Map;

/** Leaves tags as the templates have them. */
enum NoInterceptor implements HtmlInterceptor {
    INSTANCE;

    @Override
    public void onHtmlTagOpened(String name, Map<String, Object> attributes, TemplateOutput output) {}

    @Override
    public void onHtmlTagClosed(String name, TemplateOutput output) {}
}
