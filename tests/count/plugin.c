/* Counts the instructions that a program executes between two markers, for each region that the markers name. Markers are not counted. */
#include "markers.h"

static struct region {
    unsigned long long calls, min, max, total;
} regions[REGIONS];

static unsigned long long executed;

static void on_instruction(unsigned int vcpu, void *data)
{
    (void)vcpu;
    (void)data;
    executed++;
}

static void begun(int region)
{
    (void)region;
    executed = 0;
}

static void ended(int region)
{
    struct region *r = &regions[region];

    if (r->calls == 0 || executed < r->min)
        r->min = executed;
    if (executed > r->max)
        r->max = executed;
    r->calls++;
    r->total += executed;
}

static void on_translation(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
    size_t count = qemu_plugin_tb_n_insns(tb);

    (void)id;
    for (size_t i = 0; i < count; i++) {
        struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

        if (!watch_marker(insn))
            qemu_plugin_register_vcpu_insn_exec_cb(insn, on_instruction, QEMU_PLUGIN_CB_NO_REGS, NULL);
    }
}

static void report(void)
{
    for (int i = 0; i < REGIONS; i++) {
        const struct region *r = &regions[i];

        if (r->calls > 0)
            printf("region %d: calls %llu, min %llu, max %llu, mean %llu\n", i, r->calls, r->min, r->max,
                   (r->total + r->calls / 2) / r->calls);
    }
}
