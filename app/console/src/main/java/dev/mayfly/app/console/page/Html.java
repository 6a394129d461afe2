package dev.mayfly.app.console.page;

import gg.jte.html.HtmlTemplateOutput;

/** A page, or a part of one, ready to be written. */
@FunctionalInterface
interface Html {
    void writeTo(HtmlTemplateOutput output);
}
